import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: 'test/postgres.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Two at most: many files start servers and kill them, and small machines should not be swamped.
    maxWorkers: 2,
  },
})
