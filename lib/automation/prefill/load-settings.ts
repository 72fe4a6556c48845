import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import { readStoredList } from '@/lib/platform/server/read-stored'
import { modelPriceSchema, type PrefillSettingsValues } from './settings/contract'

const STANDARD: PrefillSettingsValues = {
  search: 'corpus',
  budgetMicro: null,
  prices: [],
  concurrency: 8,
  requestsPerMinute: null,
}

/** What runs of the project may use and spend, and what they have spent; what holds by default where nobody said so. */
export async function loadSettings(
  tx: Tx,
  projectId: string,
): Promise<{ settings: PrefillSettingsValues; spentMicro: number }> {
  const row = await tx.prefillSettings.findUnique({ where: { projectId } })
  if (!row) return { settings: STANDARD, spentMicro: 0 }
  const { search, budgetMicro, prices, concurrency, requestsPerMinute, spentMicro } = row
  return {
    settings: {
      search,
      budgetMicro: budgetMicro === null ? null : Number(budgetMicro),
      prices: readStoredList(modelPriceSchema, prices, `prices of project ${projectId}`),
      concurrency,
      requestsPerMinute,
    },
    spentMicro: Number(spentMicro),
  }
}

/** Makes sure that there is a row to count money on. */
export async function ensureSettings(tx: Tx, projectId: string): Promise<void> {
  await tx.$executeRaw`
    insert into prefill_settings (project_id) values (${projectId}::uuid) on conflict (project_id) do nothing`
}
