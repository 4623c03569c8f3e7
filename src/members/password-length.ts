// How long a password must be; the pages say it before the server does.
export const SHORTEST_PASSWORD = 12
export const LONGEST_PASSWORD = 256
