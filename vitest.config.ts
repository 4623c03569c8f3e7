import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Hundreds of processes start during a run, most of them with the same modules: compiled once, they start in half the time.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url))

const browser = 'test/browser/**/*.test.ts'

export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Three at most, though machines may have two processors: many files wait for servers that they start and kill. More would swamp them.
    maxWorkers: 3,
    // Files share what they import: loading the service anew for each took as long as its tests. What a file starts, it ends.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'service',
          include: [
            'src/**/*.test.ts',
            'dashboard/**/*.test.ts',
            'simulator/**/*.test.ts',
            'test/**/*.test.ts',
          ],
          exclude: [browser],
          globalSetup: 'test/postgres.ts',
        },
      },
      // Apart, so that whoever runs a test of the service alone waits for neither a browser nor the demo.
      {
        extends: true,
        test: {
          name: 'browser',
          include: [browser],
          globalSetup: 'test/browser/set-up.ts',
          testTimeout: 300_000,
        },
      },
    ],
  },
})
