/** As the journeys' `test`, on two web processes and a worker of the file's own, behind one address and free to be killed. */
import { BadNetwork } from '@/bench/setting/bad-network'
import { type Fleet, openFleet } from '@/bench/setting/fleet'
import { workOnDatabase } from '@/e2e/database'
import { test as base, expect } from '@/e2e/fixtures'
import { chanceOf } from '@/tests/simulation/chance'

export interface Replicas {
  fleet: Fleet
  /** Stands before both web processes; the journeys' address. */
  network: BadNetwork
}

const SEED = 7

export const test = base.extend<object, { replicas: Replicas }>({
  replicas: [
    async ({ browserName }, use) => {
      expect(browserName, 'the journeys are written for Chromium').toBe('chromium')
      const port = await BadNetwork.freePort()
      const fleet = await openFleet({ webs: 2, workers: 1, address: `http://127.0.0.1:${port}`, ownDisk: false })
      const network = await BadNetwork.open(port, fleet.urls, chanceOf(SEED))
      await use({ fleet, network })
      await network.close()
      await fleet.close()
    },
    { scope: 'worker' },
  ],
  database: async ({ replicas }, use) => {
    const { url } = replicas.fleet.postgres
    await workOnDatabase(url)
    await use(url)
  },
  baseURL: async ({ replicas }, use) => use(replicas.network.url),
})
