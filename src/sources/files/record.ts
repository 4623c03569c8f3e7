// A record as it came: an object whose members nobody has looked at yet.
export type RawRecord = Record<string, unknown>
