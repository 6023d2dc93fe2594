/// What commands say of the option that names a server's folder.
enum FolderOption {
    static let help = """
        The server's folder; without it /var/lib/localpush/simplepush-server for root, otherwise \
        ~/.local/share/localpush/simplepush-server.
        """
}
