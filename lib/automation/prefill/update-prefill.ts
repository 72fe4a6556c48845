import 'server-only'
import type { EventMap } from '@/lib/platform/events/events'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import type { Json } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import { loadProject } from '@/lib/workspace/projects/queries'
import { ensureSettings, loadSettings } from './load-settings'
import { presentPrefill } from './queries'
import { knownSearches } from './searches'
import type { PrefillOverview, PrefillSettingsValues } from './settings/contract'
import { loadRunnable } from './start-run'

/** Changes what runs may use and spend; calls that have not gone out yet go by it at once. For managers. */
export async function updatePrefill(
  actor: Actor,
  projectId: string,
  wanted: Partial<PrefillSettingsValues>,
): Promise<PrefillOverview> {
  return transaction(async (tx) => {
    await loadRunnable(tx, actor, projectId)
    if (wanted.search !== undefined && !(await knownSearches(tx)).some(({ id }) => id === wanted.search))
      throw new AppError('rule', `There is no search called "${wanted.search}". Choose one of those on the page.`)
    refuseTwoPrices(wanted.prices ?? [])
    await ensureSettings(tx, projectId)
    const { settings } = await loadSettings(tx, projectId)
    const changes = changesOf(settings, wanted)
    if (Object.keys(changes).length > 0) {
      await tx.prefillSettings.update({ where: { projectId }, data: wanted })
      await record(tx, 'prefill.updated', { actorId: actor.userId, projectId }, changes)
    }
    return presentPrefill(tx, await loadProject(tx, actor, projectId))
  })
}

function refuseTwoPrices(prices: PrefillSettingsValues['prices']): void {
  const twice = prices.find(({ model }, index) => prices.findIndex((other) => other.model === model) !== index)
  if (twice) throw new AppError('rule', `“${twice.model}” has two prices. Keep one of them.`)
}

function changesOf(now: PrefillSettingsValues, wanted: Partial<PrefillSettingsValues>): EventMap['prefill.updated'] {
  const before: Record<string, Json> = { ...now }
  const changed = Object.entries(wanted).filter(
    ([key, value]) => value !== undefined && !sameValue(before[key] ?? null, value),
  )
  return Object.fromEntries(changed.map(([key, value]) => [key, { from: before[key] ?? null, to: value as Json }]))
}
