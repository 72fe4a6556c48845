import { test as base } from '@/e2e/fixtures'
import { OwnApp } from './app'

interface Own {
  app: OwnApp
  /** Whose app it is. Files of one name share it; a file that comes after a restart needs a name of its own. */
  owner: string
  /** Settings of the owner's app that are not as for all journeys. */
  settings: Record<string, string>
}

/**
 * As the journeys' `test`, on an app of the files' own: new, empty, and free to be killed. After a restart its database
 * has another address, so that a test which restarts the app is the last of its owner.
 */
export const test = base.extend<object, Own>({
  owner: ['files', { option: true, scope: 'worker' }],
  settings: [{}, { option: true, scope: 'worker' }],
  app: [
    async ({ owner, settings }, use, { parallelIndex }) => {
      // Two workers may have an app of one owner at the same time.
      const port = Number(process.env.E2E_PORT ?? 3217) + 1 + parallelIndex
      const app = new OwnApp(port, `.data/e2e-own-${owner}-${parallelIndex}`, settings)
      await app.remove()
      await app.start()
      await use(app)
      await app.remove()
    },
    { scope: 'worker' },
  ],
  database: async ({ app }, use) => {
    const url = await app.databaseUrl()
    process.env.DATABASE_URL = url
    await use(url)
  },
  baseURL: async ({ app }, use) => use(app.url),
})
