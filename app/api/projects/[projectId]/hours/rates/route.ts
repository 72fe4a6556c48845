import { handle } from '@/lib/platform/server/handle'
import { setRatesEndpoint } from '@/lib/quality/hours/contract'
import { setRates } from '@/lib/quality/hours/set-rates'

export const PUT = handle(setRatesEndpoint, ({ actor, params, body }) => setRates(actor, params.projectId, body))
