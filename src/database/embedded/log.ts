// The few methods of a pino logger that the server's keeping needs.
export interface Log {
  info(o: object, m: string): void
  warn(o: object, m: string): void
  error(o: object, m: string): void
}
