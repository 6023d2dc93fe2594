import Glibc
import SignatureDesk

exit(SignatureDesk.serve())
