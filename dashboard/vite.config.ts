import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const SMALLEST_BYTES = 1000

/** Beside each file the same in fewer bytes, for browsers to be sent: made once, here, and not with every answer. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    for (const name of Object.keys(bundle).filter(each => /\.(?:js|css|svg|json)$/.test(each))) {
      const bytes = await readFile(join(dir!, name))
      if (bytes.length < SMALLEST_BYTES) continue
      await writeFile(join(dir!, `${name}.gz`), gzipSync(bytes, { level: 9 }))
      await writeFile(join(dir!, `${name}.br`), brotliCompressSync(bytes))
    }
  },
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), compressed],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The policy of the pages allows no data: scripts or fonts.
    assetsInlineLimit: 0,
    // light-dark() stays as it is: taken apart for older browsers, it no longer follows the reader's choice.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    manifest: true,
    chunkSizeWarningLimit: 900,
  },
})
