import { test as base } from '@/e2e/fixtures'
import { OwnApp } from './app'

/** As the journeys' `test`, on an app of the file's own: new, empty, and free to be killed. */
export const test = base.extend<object, { app: OwnApp }>({
  app: [
    async ({ browserName }, use) => {
      const app = new OwnApp(Number(process.env.E2E_PORT ?? 3217) + 1, `.data/e2e-own-${browserName}`)
      await app.remove()
      await app.start()
      await use(app)
      await app.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  database: async ({ app }, use) => {
    const url = await app.databaseUrl()
    process.env.DATABASE_URL = url
    await use(url)
  },
  baseURL: async ({ app }, use) => use(app.url),
})
