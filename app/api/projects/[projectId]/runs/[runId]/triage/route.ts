import { applyTriage } from '@/lib/automation/prefill/triage/apply-triage'
import { applyTriageEndpoint, getTriageEndpoint } from '@/lib/automation/prefill/triage/contract'
import { getTriage } from '@/lib/automation/prefill/triage/queries'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(getTriageEndpoint, ({ actor, params }) => getTriage(actor, params))

export const POST = handle(applyTriageEndpoint, ({ actor, params, body }) => applyTriage(actor, params, body))
