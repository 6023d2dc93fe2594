extension PathHazard: CustomStringConvertible {
    /// The hazard as half a sentence, without what to do. Paths are as they are: escape them for
    /// people.
    package var description: String {
        switch self {
        case .notAbsolute(let path): "\(path) is not an absolute path"
        case .foreignOwner(let path, let owner): "\(path) belongs to user \(owner)"
        case .writableByOthers(let path, let permissions):
            "others may write \(path) (mode \(String(permissions, radix: 8)))"
        case .missingInSharedFolder(let path): "anybody could make \(path)"
        case .missing(let path): "\(path) does not exist"
        case .notAFolder(let path): "\(path) is not a folder"
        case .tooManyLinks(let path): "\(path) leads through too many links"
        case .unreadable(let error): error.description
        }
    }

    /// What to do about it, as an imperative; nil where there is no more to say.
    package var remedy: String? {
        switch self {
        case .foreignOwner: "give it to a trusted user, or use a path that is theirs"
        case .writableByOthers: "take the right to write it from group and others"
        case .missingInSharedFolder: "use a folder that is not open to all"
        default: nil
        }
    }
}
