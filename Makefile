# localpush: build, show, test, measure, install. Every target sees to its own prerequisites.
#
#   make            builds the programs
#   make demo       shows the main job on simulated Wi-Fi, no hardware needed
#   make test       runs every test, the Wi-Fi lab included
#   make bench      measures against the usual tools, side by side
#   make install    installs below PREFIX (/usr/local), or DESTDIR/PREFIX for packagers
#   make lint       checks the layout of the source

PREFIX ?= /usr/local
BINDIR = $(PREFIX)/bin
LIBEXECDIR = $(PREFIX)/libexec/localpush
UNITDIR = $(PREFIX)/lib/systemd
DATADIR = $(PREFIX)/share/localpush
MANDIR = $(PREFIX)/share/man

SWIFT ?= swift
BUILD = .build
PRODUCTS = $(BUILD)/release
# Without symbols the command line is half the size.
RELEASE = -c release --static-swift-stdlib -Xlinker --strip-all
LAB = Tests/WiFiLab
# Selects lab scenarios by name: make lab ONLY=roam
ONLY ?=

.DEFAULT_GOAL := build
.NOTPARALLEL:
.PHONY: build demo test unit lab bench install uninstall lint prerequisites clean

build: $(BUILD)/.prerequisites-build
	$(SWIFT) build $(RELEASE)

demo: $(BUILD)/.prerequisites-lab build
	@$(LAB)/demo --products $(PRODUCTS)

test: lint unit lab

lint:
	$(SWIFT) format lint --strict -r Sources Tests Package.swift

unit: $(BUILD)/.prerequisites-build $(BUILD)/.prerequisites-test
	$(SWIFT) test

lab: $(BUILD)/.prerequisites-lab build
	@$(LAB)/run --products $(PRODUCTS) $(ONLY)

bench: $(BUILD)/.prerequisites-lab $(BUILD)/.prerequisites-bench build
	@Tests/Bench/run --products $(PRODUCTS)

install: build
	install -d $(DESTDIR)$(BINDIR) $(DESTDIR)$(LIBEXECDIR)
	install -m 755 $(PRODUCTS)/localpush $(PRODUCTS)/simplepush $(DESTDIR)$(BINDIR)/
	install -m 755 $(PRODUCTS)/localpushd $(PRODUCTS)/localpush-keeper $(DESTDIR)$(LIBEXECDIR)/
	install -d $(DESTDIR)$(UNITDIR)/system $(DESTDIR)$(UNITDIR)/user
	sed 's|@BINDIR@|$(BINDIR)|' Packaging/systemd/localpush.service.in \
		>$(DESTDIR)$(UNITDIR)/system/localpush.service
	sed 's|@BINDIR@|$(BINDIR)|' Packaging/systemd/localpush-user.service.in \
		>$(DESTDIR)$(UNITDIR)/user/localpush.service
	chmod 644 $(DESTDIR)$(UNITDIR)/system/localpush.service \
		$(DESTDIR)$(UNITDIR)/user/localpush.service
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/dbus-1/system.d Packaging/dbus/org.localpush1.conf
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/polkit-1/actions \
		Packaging/polkit/org.localpush1.policy
	install -d $(DESTDIR)$(DATADIR)/providers
	sed 's|@BINDIR@|$(BINDIR)|' Packaging/providers/com.myexample.SimplePush.Provider.json.in \
		>$(DESTDIR)$(DATADIR)/providers/com.myexample.SimplePush.Provider.json
	chmod 644 $(DESTDIR)$(DATADIR)/providers/com.myexample.SimplePush.Provider.json
	for sample in $(wildcard Profiles/*.json); do \
		install -D -m 644 -t $(DESTDIR)$(DATADIR)/Profiles $$sample || exit 1; \
	done
	for page in $(wildcard man/*.[158]); do \
		install -D -m 644 -t $(DESTDIR)$(MANDIR)/man$${page##*.} $$page || exit 1; \
	done

uninstall:
	rm -rf $(DESTDIR)$(BINDIR)/localpush $(DESTDIR)$(BINDIR)/simplepush $(DESTDIR)$(LIBEXECDIR) $(DESTDIR)$(DATADIR) \
		$(DESTDIR)$(UNITDIR)/system/localpush.service $(DESTDIR)$(UNITDIR)/user/localpush.service \
		$(DESTDIR)$(PREFIX)/share/dbus-1/system.d/org.localpush1.conf \
		$(DESTDIR)$(PREFIX)/share/polkit-1/actions/org.localpush1.policy
	for page in $(wildcard man/*.[158]); do \
		rm -f $(DESTDIR)$(MANDIR)/man$${page##*.}/$${page##*/}; \
	done

prerequisites: $(foreach group,build test lab bench,$(BUILD)/.prerequisites-$(group))

# Looked at again only when a package came or went, or what is wanted changed.
$(BUILD)/.prerequisites-%: Packaging/prerequisites $(wildcard /var/lib/dpkg/status)
	@mkdir -p $(@D)
	@Packaging/prerequisites $*
	@touch $@

clean:
	rm -rf $(BUILD)
