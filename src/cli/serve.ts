// `serve`: runs the service.
import { type Command, configFrom, readArguments, settingOptions } from './command.ts'

export const serve: Command = {
  help: `usage: npm run vedette -- serve [options]        (npm start is the same)

Runs the service until it is stopped. Without DATABASE_URL it keeps its own PostgreSQL in the data folder.

  --port N           port to listen on; 0 for any free one     (VEDETTE_PORT, 8080)
  --data DIR         data folder                               (VEDETTE_DATA, ./data)
  --ready-file FILE  once the service answers, write its addresses here as JSON

Every setting is described in docs/operating.md.`,
  async run(args) {
    const { values } = readArguments(args, { ...settingOptions, 'ready-file': { type: 'string' } })
    const config = configFrom(values)
    // Only now: whoever mistyped an option is told so at once.
    const { makeSetUpLink } = await import('../members/set-up.ts')
    const { runService } = await import('./run-service.ts')
    let link: { token: string } | undefined
    await runService({
      config,
      readyFile: values['ready-file'],
      async prepare({ owner }) {
        link = await makeSetUpLink(owner, new Date())
      },
      announce(app) {
        const setUpUrl = link && `${app.appUrl}/set-up?token=${link.token}`
        return {
          lines: [
            `Vedette answers at ${app.appUrl} (API reference: ${app.apiUrl}/docs)`,
            ...(setUpUrl ? firstSteps(setUpUrl, args) : []),
          ],
          ready: {
            apiUrl: app.apiUrl,
            appUrl: app.appUrl,
            ...(setUpUrl && { setUpUrl }),
            organizations: [],
          },
        }
      },
    })
  },
}

function firstSteps(setUpUrl: string, args: string[]): string[] {
  const data = args.indexOf('--data')
  const folder = data >= 0 ? ` --data ${args[data + 1]}` : ''
  return [
    '',
    'This installation is empty. Make the first organization and its Admin here; the link works once:',
    '',
    `  ${setUpUrl}`,
    '',
    'or, in another terminal:',
    '',
    `  npm run vedette -- organization create "Your company" --admin you@example.com --with-key${folder}`,
    '',
  ]
}
