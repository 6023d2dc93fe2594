# localpush: build, show, test, measure, install. Every target sees to its own prerequisites.
#
#   make            builds the programs
#   make demo       shows the main job on simulated Wi-Fi, no hardware needed
#   make test       runs every test, the Wi-Fi lab included
#   make fleet      runs the Ansible collection on ten hosts in namespaces (part of make test)
#   make test-package    installs, boots, upgrades and purges the Debian packages on Debians of their own
#   make bench      measures against the usual tools, side by side
#   make deb        makes the Debian packages, in .build/deb
#   make install    installs below PREFIX (/usr/local), or DESTDIR/PREFIX for packagers
#   make docs       renders the documentation of the library LocalPush, in .build/docs
#   make picture    takes the picture in README anew
#   make lint       checks the layout of the source
#   make sanitize   runs the tests under the address and the thread sanitizer

PREFIX ?= /usr/local
BINDIR = $(PREFIX)/bin
LIBEXECDIR = $(PREFIX)/libexec/localpush
SYSTEMUNITDIR = $(PREFIX)/lib/systemd/system
USERUNITDIR = $(PREFIX)/lib/systemd/user
DATADIR = $(PREFIX)/share/localpush
MANDIR = $(PREFIX)/share/man
BASHDIR = $(PREFIX)/share/bash-completion/completions
ZSHDIR = $(PREFIX)/share/zsh/site-functions
FISHDIR = $(PREFIX)/share/fish/vendor_completions.d
COLLECTIONDIR = $(PREFIX)/share/ansible/collections/ansible_collections/localpush/localpush

SWIFT ?= swift
BUILD = .build
PRODUCTS = $(BUILD)/release
# Without symbols the command line is half the size; where functions are is fixed before they are used.
RELEASE = -c release --static-swift-stdlib -Xlinker --strip-all -Xlinker -z -Xlinker now
LAB = Tests/WiFiLab
# Selects lab scenarios by name: make lab ONLY=roam
ONLY ?=

.DEFAULT_GOAL := build
.NOTPARALLEL:
.PHONY: build demo test unit sanitize lab fleet test-package bench picture docs deb install install-built uninstall lint prerequisites clean

build: $(BUILD)/.prerequisites-build
	$(SWIFT) build $(RELEASE)

demo: $(BUILD)/.prerequisites-lab build
	@$(LAB)/demo --products $(PRODUCTS)

test: lint unit lab fleet

lint:
	$(SWIFT) format lint --strict -r Sources Tests Package.swift

unit: $(BUILD)/.prerequisites-build $(BUILD)/.prerequisites-test
	$(SWIFT) test

# The programs that tests start are those of the usual build: some tests look at their memory and system
# calls, most of which would be a sanitizer's own. For the same reason the soak is left out. XCTest, of
# which there are no tests, leaks by itself.
sanitize: $(BUILD)/.prerequisites-build $(BUILD)/.prerequisites-test
	$(SWIFT) build
	for kind in address thread; do \
		LOCALPUSH_DYNAMIC=1 LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/address-sanitizer.supp \
			TSAN_OPTIONS=suppressions=$(CURDIR)/Tests/thread-sanitizer.supp \
			$(SWIFT) test --sanitize=$$kind --scratch-path $(BUILD)/$$kind --disable-xctest \
			--skip SoakTests --skip 'cost the others nothing' || exit 1; \
	done

lab: $(BUILD)/.prerequisites-lab build
	@$(LAB)/run --products $(PRODUCTS) $(ONLY)

fleet: $(BUILD)/.prerequisites-fleet $(BUILD)/cloud-init build
	@Tests/Fleet/run --products $(PRODUCTS)

# cloud-init looks at our snippet. It is unpacked and not installed, where it would see to this very
# machine at its next boot.
$(BUILD)/cloud-init: | $(BUILD)/.prerequisites-fleet
	rm -rf $@.new && mkdir -p $@.new
	cd $@.new && apt-get download -q cloud-init && dpkg-deb -x cloud-init_*.deb . && rm cloud-init_*.deb
	mv $@.new $@

test-package: $(BUILD)/.prerequisites-lab $(BUILD)/.prerequisites-fleet $(BUILD)/.prerequisites-package deb
	@$(LAB)/package
	@Tests/Fleet/run machines

bench: $(BUILD)/.prerequisites-lab $(BUILD)/.prerequisites-bench build
	@Tests/Bench/run --products $(PRODUCTS)

# README's picture, taken anew.
picture: $(BUILD)/.prerequisites-picture build
	Tests/Screenshot/take --products $(PRODUCTS) Packaging/images/notification.png

# Pages for a web server: python3 -m http.server -d .build/docs, then /documentation/localpush
docs: $(BUILD)/.prerequisites-build
	$(SWIFT) build --target LocalPush
	Packaging/make-docs "$$($(SWIFT) build --show-bin-path)" $(CURDIR)/$(BUILD)/docs

# The packages, and what Debian's own checker says of them.
deb: $(BUILD)/.prerequisites-deb build
	Packaging/make-deb
	lintian --pedantic --fail-on error,warning,info,pedantic $(BUILD)/deb/*.changes

install: build install-built

install-built:
	install -d $(DESTDIR)$(BINDIR) $(DESTDIR)$(LIBEXECDIR)
	install -m 755 $(PRODUCTS)/localpush $(PRODUCTS)/simplepush $(DESTDIR)$(BINDIR)/
	install -m 755 $(PRODUCTS)/localpushd $(PRODUCTS)/localpush-keeper \
		$(PRODUCTS)/localpush-signature $(DESTDIR)$(LIBEXECDIR)/
	$(call from-template,Packaging/systemd/localpush.service.in,$(SYSTEMUNITDIR)/localpush.service)
	$(call from-template,Packaging/systemd/localpush-user.service.in,$(USERUNITDIR)/localpush.service)
	$(call from-template,Packaging/systemd/simplepush-app.service.in,$(USERUNITDIR)/simplepush-app.service)
	$(call from-template,$(APP).in,$(PREFIX)/share/dbus-1/services/$(notdir $(APP)))
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/lib/tmpfiles.d Packaging/tmpfiles/localpush.conf
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/lib/sysusers.d Packaging/sysusers/simplepush.conf
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/dbus-1/system.d Packaging/dbus/org.localpush1.conf
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/polkit-1/actions \
		Packaging/polkit/org.localpush1.policy
	$(call from-template,$(PROVIDER).in,$(DATADIR)/providers/$(notdir $(PROVIDER)))
	for file in $$(find Packaging/ansible -type f ! -name README.md -printf '%P\n'); do \
		install -D -m 644 Packaging/ansible/$$file $(DESTDIR)$(COLLECTIONDIR)/$$file || exit 1; \
	done
	install -D -m 644 -t $(DESTDIR)$(DATADIR)/cloud-init Packaging/cloud-init/localpush.yaml
	install -D -m 644 -t $(DESTDIR)$(DATADIR)/Profiles $(wildcard Profiles/*.json)
	for page in $(wildcard man/*.[158]); do \
		install -D -m 644 -t $(DESTDIR)$(MANDIR)/man$${page##*.} $$page || exit 1; \
	done
	$(call completions,localpush)
	$(call completions,simplepush)

PROVIDER = Packaging/providers/com.myexample.SimplePush.Provider.json
APP = Packaging/dbus/com.myexample.SimplePush.service

# $(call from-template,FILE.in,TARGET) installs a file that names installed programs.
define from-template
	install -D -m 644 /dev/null $(DESTDIR)$2
	sed 's|@BINDIR@|$(BINDIR)|' $1 >$(DESTDIR)$2
endef

# $(call completions,PROGRAM) installs a program's completion scripts.
define completions
	$(call completion,$1,bash,$(BASHDIR)/$1)
	$(call completion,$1,zsh,$(ZSHDIR)/_$1)
	$(call completion,$1,fish,$(FISHDIR)/$1.fish)
endef

# $(call completion,PROGRAM,SHELL,TARGET) installs the completion script of a shell.
define completion
	install -D -m 644 /dev/null $(DESTDIR)$3
	$(PRODUCTS)/$1 completions $2 >$(DESTDIR)$3
endef

uninstall:
	rm -rf $(DESTDIR)$(BINDIR)/localpush $(DESTDIR)$(BINDIR)/simplepush $(DESTDIR)$(LIBEXECDIR) $(DESTDIR)$(DATADIR) \
		$(DESTDIR)$(COLLECTIONDIR) \
		$(DESTDIR)$(SYSTEMUNITDIR)/localpush.service $(DESTDIR)$(USERUNITDIR)/localpush.service \
		$(DESTDIR)$(USERUNITDIR)/simplepush-app.service \
		$(DESTDIR)$(PREFIX)/share/dbus-1/services/$(notdir $(APP)) \
		$(DESTDIR)$(PREFIX)/lib/tmpfiles.d/localpush.conf \
		$(DESTDIR)$(PREFIX)/lib/sysusers.d/simplepush.conf \
		$(DESTDIR)$(PREFIX)/share/dbus-1/system.d/org.localpush1.conf \
		$(DESTDIR)$(PREFIX)/share/polkit-1/actions/org.localpush1.policy \
		$(foreach program,localpush simplepush,$(DESTDIR)$(BASHDIR)/$(program) \
			$(DESTDIR)$(ZSHDIR)/_$(program) $(DESTDIR)$(FISHDIR)/$(program).fish)
	for page in $(wildcard man/*.[158]); do \
		rm -f $(DESTDIR)$(MANDIR)/man$${page##*.}/$${page##*/}; \
	done

prerequisites: $(foreach group,build test lab fleet bench picture deb package,$(BUILD)/.prerequisites-$(group))

# Looked at again only when a package came or went, or what is wanted changed.
$(BUILD)/.prerequisites-%: Packaging/prerequisites $(wildcard /var/lib/dpkg/status)
	@mkdir -p $(@D)
	@Packaging/prerequisites $*
	@touch $@

clean:
	rm -rf $(BUILD)
