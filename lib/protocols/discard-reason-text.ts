import type { Protocol } from './protocol'

/** Why an item was discarded, in the protocol's words; the reason as it is kept where the protocol does not know it. */
export const discardReasonText = ({ discardReasons }: Pick<Protocol, 'discardReasons'>, reason: string): string =>
  discardReasons.find(({ value }) => value === reason)?.text ?? (reason || 'No reason given')
