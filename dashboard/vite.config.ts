import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react()],
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
