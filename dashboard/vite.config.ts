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
    manifest: true,
    chunkSizeWarningLimit: 900,
  },
})
