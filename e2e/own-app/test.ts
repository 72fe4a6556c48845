import { leaveDatabase, workOnDatabase } from '@/e2e/database'
import { test as base } from '@/e2e/fixtures'
import { OwnApp } from './app'

interface Own {
  app: OwnApp
  /** Whose app it is. Files of one name share it, as long as no file of another name comes between them. */
  owner: string
  /** Settings of the owner's app that are not as for all journeys. */
  settings: Record<string, string>
}

interface Apps {
  /** The app of an owner, started where the worker has another one or none. */
  appOf: (owner: string, settings: Record<string, string>) => Promise<OwnApp>
}

/**
 * As the journeys' `test`, on an app of the files' own: new, empty, and free to be killed. A worker has one at a time, and goes on
 * with the next owner: a new worker would load all modules and start a browser again.
 */
export const test = base.extend<Own, Apps>({
  owner: ['files', { option: true }],
  settings: [{}, { option: true }],
  appOf: [
    async ({ browserName: _browserName }, use, { parallelIndex }) => {
      // Two workers may have an app of one owner at the same time.
      const port = Number(process.env.E2E_PORT ?? 3217) + 1 + parallelIndex
      let running: { owner: string; app: OwnApp } | undefined
      const end = async () => {
        await leaveDatabase()
        await running?.app.remove()
        running = undefined
      }
      await use(async (owner, settings) => {
        if (running?.owner === owner) return running.app
        await end()
        const app = new OwnApp(port, `.data/e2e-own-${owner}-${parallelIndex}`, settings)
        running = { owner, app }
        await app.remove()
        await app.start()
        return app
      })
      await end()
    },
    { scope: 'worker' },
  ],
  app: async ({ appOf, owner, settings }, use) => use(await appOf(owner, settings)),
  database: async ({ app }, use) => {
    // It has another address after each start of the app.
    const url = await app.databaseUrl()
    await workOnDatabase(url)
    await use(url)
  },
  baseURL: async ({ app }, use) => use(app.url),
})
