// A socket for pg that reads every answer into the same memory. Node would set aside new memory for every read and pg
// for every answer that comes in pieces; for lists that was more work than all the rest of reading them.
import { Socket } from 'node:net'

const USUAL_SIZE = 256 * 1024
const LEAST_ROOM = 64 * 1024
// Kept by the reader longer than it takes to read them: the words of signing in, say.
const COPIED_BELOW = 4 * 1024
/** A byte for the kind, then four for the length, which counts itself. */
const HEAD = 5

export function inPlaceSocket(): Socket {
  let memory = Buffer.allocUnsafeSlow(USUAL_SIZE)
  let length = 0
  /** Where the first message ends that is not whole yet, if its head has arrived. */
  let wanted = 0

  const room = () => {
    const least = Math.max(wanted, length + LEAST_ROOM)
    if (least > memory.length) {
      const more = Buffer.allocUnsafeSlow(Math.max(least, memory.length * 2))
      memory.copy(more, 0, 0, length)
      memory = more
    } else if (length === 0 && memory.length > USUAL_SIZE) memory = Buffer.allocUnsafeSlow(USUAL_SIZE)
    return memory.subarray(length)
  }
  const socket = new Socket({
    onread: {
      buffer: room,
      callback(received) {
        length += received
        if (length < wanted) return true
        let whole = 0
        wanted = 0
        while (whole + HEAD <= length) {
          const end = whole + 1 + memory.readUInt32BE(whole + 1)
          if (end > length) {
            wanted = end - whole
            break
          }
          whole = end
        }
        if (!whole) return true
        // Whole messages only: of those pg keeps nothing, so that their place can be read into again.
        const messages = memory.subarray(0, whole)
        socket.emit('data', whole < COPIED_BELOW ? Buffer.from(messages) : messages)
        memory.copyWithin(0, whole, length)
        length -= whole
        return true
      },
    },
  } as ConstructorParameters<typeof Socket>[0])
  return socket
}
