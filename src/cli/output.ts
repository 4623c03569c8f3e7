// Many lines to the standard output: in large pieces, no faster than they are read, and quietly when nobody reads on.

export interface Output {
  line(text: string): Promise<void> | undefined
  /** Writes what is left. */
  end(): Promise<void>
}

const PIECE_CHARACTERS = 64 * 1024

export function openOutput(stream: NodeJS.WriteStream = process.stdout): Output {
  let piece: string[] = []
  let size = 0
  const onError = (error: NodeJS.ErrnoException) => {
    // `| head` has seen enough.
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  }
  stream.on('error', onError)
  const flush = () => {
    const text = piece.join('')
    piece = []
    size = 0
    return new Promise<void>(resolve => stream.write(text, () => resolve()))
  }
  return {
    line(text) {
      piece.push(text, '\n')
      size += text.length + 1
      return size < PIECE_CHARACTERS ? undefined : flush()
    },
    async end() {
      await flush()
      stream.off('error', onError)
    },
  }
}
