// Password hashes: argon2id with the library's own, current parameters.
import { hash, verify } from '@node-rs/argon2'

export const hashPassword = (password: string): Promise<string> => hash(password)

export const isPassword = ({ hash: kept, password }: { hash: string; password: string }): Promise<boolean> =>
  verify(kept, password)
