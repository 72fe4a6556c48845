/** What a set of verified claims consists of, as VeriScore describes its own. */
import type { Composition } from '@/lib/protocols/protocol'
import { countedOf } from './counted'
import { densityPanel, domainsPanel, ranksPanel, trustPanel, verdictsPanel } from './panels'

export const composition: Composition = {
  content: ['promptSource', 'place'],
  panels(golds) {
    const rows = golds.flatMap(countedOf)
    if (rows.length === 0) return []
    const panels = [verdictsPanel(rows), ranksPanel(rows), domainsPanel(rows), densityPanel(rows), trustPanel(rows)]
    return panels.filter((panel) => panel !== null)
  },
}
