import Testing

@testable import Supervision

@Suite struct CgroupTreeTests {
    private static let unified = "30 24 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw"

    @Test(arguments: [
        // Version 2 alone.
        (
            "0::/system.slice/localpush.service\n", unified,
            "/sys/fs/cgroup/system.slice/localpush.service"
        ),
        ("0::/\n", unified, "/sys/fs/cgroup"),
        // Beside version 1, as systemd's hybrid layout has it.
        (
            "9:pids:/x\n1:name=systemd:/x\n0::/x\n",
            "31 30 0:27 / /sys/fs/cgroup/unified rw,relatime shared:5 - cgroup2 cgroup rw",
            "/sys/fs/cgroup/unified/x"
        ),
        // Only a part of the tree is mounted, as in a container without a namespace.
        ("0::/box/1/agent\n", "30 24 0:26 /box/1 /cg rw - cgroup2 x rw", "/cg/agent"),
        ("0::/box/1\n", "30 24 0:26 /box/1 /cg rw - cgroup2 x rw", "/cg"),
        ("0::/a\n", #"30 24 0:26 / /odd\040place rw - cgroup2 x rw"#, "/odd place/a"),
    ]) func `a process's cgroup is found where it is mounted`(
        cgroup: String, mounts: String, expected: String
    ) {
        #expect(CgroupTree.ownFolder(cgroup: cgroup, mounts: mounts) == expected)
    }

    @Test(arguments: [
        ("9:pids:/x\n", unified),
        ("0::/x\n", "30 24 0:26 / /sys/fs/cgroup rw - cgroup cgroup rw,pids"),
        ("0::/box/2\n", "30 24 0:26 /box/1 /cg rw - cgroup2 x rw"),
        ("0::/box/10\n", "30 24 0:26 /box/1 /cg rw - cgroup2 x rw"),
        ("0::/../x\n", unified),
        ("", ""),
    ]) func `a cgroup that cannot be seen is none`(cgroup: String, mounts: String) {
        #expect(CgroupTree.ownFolder(cgroup: cgroup, mounts: mounts) == nil)
    }

    @Test func `a folder that is no cgroup is none`() {
        #expect(CgroupTree(named: "x", in: "/proc/nonexistent") == nil)
        #expect(CgroupTree(named: "localpush-no-cgroup", in: "/tmp") == nil)
    }
}
