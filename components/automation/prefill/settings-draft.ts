import { dollarsInput, parseDollars } from '@/lib/automation/prefill/rules'
import type { PrefillSettingsValues } from '@/lib/automation/prefill/settings/contract'
import { type PriceDraft, priceDrafts, readPrices } from './price-drafts'

const MOST_AT_ONCE = 64
const MOST_A_MINUTE = 100_000

/** The settings as they are typed. */
export interface SettingsDraft {
  search: string
  budget: string
  concurrency: string
  requestsPerMinute: string
  prices: PriceDraft[]
}

export const settingsDraft = (settings: PrefillSettingsValues): SettingsDraft => ({
  search: settings.search,
  budget: dollarsInput(settings.budgetMicro),
  concurrency: String(settings.concurrency),
  requestsPerMinute: settings.requestsPerMinute === null ? '' : String(settings.requestsPerMinute),
  prices: priceDrafts(settings.prices),
})

export interface ReadSettings {
  /** null while something is wrong. */
  values: PrefillSettingsValues | null
  /** By the field's name in the settings. */
  errors: Record<string, string>
  /** By row key. */
  priceErrors: Record<string, string>
}

/** The settings that are typed, with what is wrong. */
export function readSettings(draft: SettingsDraft): ReadSettings {
  const errors: Record<string, string> = {}
  const budgetMicro = parseDollars(draft.budget)
  const concurrency = wholeNumber(draft.concurrency, MOST_AT_ONCE)
  const requestsPerMinute =
    draft.requestsPerMinute.trim() === '' ? null : wholeNumber(draft.requestsPerMinute, MOST_A_MINUTE)
  const { prices, errors: priceErrors } = readPrices(draft.prices)
  if (budgetMicro === undefined) errors.budgetMicro = 'Give dollars, like 25 or 2.50, or leave it empty.'
  if (concurrency === undefined) errors.concurrency = `Give a whole number from 1 to ${MOST_AT_ONCE}.`
  if (requestsPerMinute === undefined)
    errors.requestsPerMinute = `Give a whole number from 1 to ${MOST_A_MINUTE.toLocaleString('en')}, or leave it empty.`
  const isWhole = Object.keys(priceErrors).length === 0
  const values =
    isWhole && budgetMicro !== undefined && concurrency !== undefined && requestsPerMinute !== undefined
      ? { search: draft.search, budgetMicro, prices, concurrency, requestsPerMinute }
      : null
  return { values, errors, priceErrors }
}

function wholeNumber(text: string, most: number): number | undefined {
  const value = Number(text.trim() === '' ? Number.NaN : text)
  return Number.isInteger(value) && value >= 1 && value <= most ? value : undefined
}
