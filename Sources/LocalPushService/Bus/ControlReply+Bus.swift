import MessageLines
import SystemdSupport

extension BusError {
    /// The error that stands for a refusal.
    init(_ refusal: ControlReply.Refusal) {
        let name =
            switch refusal.exitStatus {
            case 2: BusError.invalidArguments
            case 3: "org.localpush1.Error.NotActive"
            case 4: "org.localpush1.Error.NoSuchProfile"
            case 5: BusError.accessDenied
            case 6: "org.localpush1.Error.Conflict"
            case 7: "org.localpush1.Error.StoreUnreadable"
            case 10: "org.localpush1.Error.InvalidProfile"
            default: "org.localpush1.Error.Failed"
            }
        self.init(name, refusal.message)
    }
}

extension BusCall {
    /// The caller, who gets the generation where the method has a result.
    func asker(givesGeneration: Bool) -> Asker {
        // A caller that is gone is answered all the same: the bus throws the answer away.
        Asker(isThere: { true }) { reply in
            switch reply {
            case .done(let generation) where givesGeneration:
                self.reply(.uint64(UInt64(max(0, generation))))
            case .refused(let refusal): self.fail(BusError(refusal))
            default: self.reply()
            }
        }
    }
}
