/// Whether a profile may be brought to a device, in place of what is there.
package struct ProfileAdmission: Sendable {
    /// Why it may not.
    package struct Refusal: Error, Hashable, Sendable {
        /// The reason, as programs are told it.
        package let reason: SignatureFault
        /// The reason in words.
        package let problem: String

        package init(_ reason: SignatureFault, _ problem: String) {
            self.reason = reason
            self.problem = problem
        }
    }

    /// A profile, and who signed the file that it is from.
    package struct Candidate: Sendable {
        package let profile: Profile
        package let signature: SignatureRecord?

        package init(_ profile: Profile, signature: SignatureRecord?) {
            self.profile = profile
            self.signature = signature
        }
    }

    /// The device it is brought to.
    package var device: DeviceIdentity
    /// The time.
    package var now: Timestamp
    /// Whether somebody has to have signed it.
    package var requiresSignature: Bool

    package init(device: DeviceIdentity, now: Timestamp, requiresSignature: Bool) {
        self.device = device
        self.now = now
        self.requiresSignature = requiresSignature
    }

    /// Why `candidate` may not take the place of `existing`; nil when it may.
    package func refusal(of candidate: Candidate, over existing: Candidate?) -> Refusal? {
        if requiresSignature, candidate.signature == nil {
            return Refusal(.unsigned, "this device takes signed profiles only")
        }
        let issue = candidate.profile.issue ?? ProfileIssue()
        if !issue.target.includes(device) {
            return Refusal(.wrongTarget, "it is for other devices than \(device.hostName)")
        }
        if let refusal = refusal(at: issue) { return refusal }
        return existing.flatMap { refusal(of: candidate, issue, over: $0) }
    }

    private func refusal(at issue: ProfileIssue) -> Refusal? {
        if let start = issue.notBefore, now < start {
            return Refusal(.expired, "it may not be installed before \(start.text)")
        }
        if let end = issue.notAfter, end < now {
            return Refusal(.expired, "it could be installed until \(end.text)")
        }
        return nil
    }

    private func refusal(
        of candidate: Candidate, _ issue: ProfileIssue, over existing: Candidate
    ) -> Refusal? {
        let remedy = "; to take it all the same, remove that one first"
        if let old = existing.signature, old.key != candidate.signature?.key {
            guard candidate.signature != nil else {
                return Refusal(.unsigned, "the one there is signed by \(old.signer)" + remedy)
            }
            return Refusal(
                .untrusted, "the one there is signed by somebody else, \(old.signer)" + remedy)
        }
        let version = existing.profile.issue?.version ?? 0
        if issue.version < version {
            return Refusal(
                .rolledBack,
                "it is version \(issue.version), and version \(version) is there" + remedy)
        }
        return nil
    }
}
