/// A piece of the command line other than the words that select the command.
enum Token: Equatable {
    /// An option, and its value where `=` or the next word gave one.
    case option(name: String, value: Argument?)
    case operand(Argument)
}
