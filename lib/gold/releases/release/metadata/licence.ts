/** The licence of a card as other formats name it. Pure. */
import type { CardText } from '@/lib/gold/releases/release/contract'
import { LICENCES } from '@/lib/gold/releases/release/rules'

export interface Licence {
  /** In words, or the identifier where none are known. */
  name: string
  /** Where its text stands. */
  address: string
  /** As SPDX writes it; null of a licence of one's own. */
  spdx: string | null
}

/** null: none was chosen yet. */
export function licenceOf({
  licence,
  licenceName,
  licenceLink,
}: Pick<CardText, 'licence' | 'licenceName' | 'licenceLink'>): Licence | null {
  if (licence === '') return null
  if (licence === 'other') return { name: licenceName, address: licenceLink, spdx: null }
  return {
    name: LICENCES.find(({ id }) => id === licence)?.text ?? licence,
    address: `https://spdx.org/licenses/${licence}.html`,
    spdx: licence,
  }
}
