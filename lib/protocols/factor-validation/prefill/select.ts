/** Which contradictions an example gets: distinct kinds of error first, then those furthest apart. Pure. */
import { tokenEditDistance } from '@/lib/stats/token-edit-distance'

interface Selectable {
  text: string
  type: string | null
}

/**
 * Takes again and again, of the kinds taken least often, what is furthest in words from all that was taken; of equals the
 * one that comes first, so best first in `candidates` (FACTOR 3.2).
 */
export function selectDiverse<Entry extends Selectable>(candidates: readonly Entry[], most: number): Entry[] {
  const taken: Entry[] = []
  const open = [...candidates]
  while (taken.length < most && open.length > 0) {
    const times = open.map(({ type }) => taken.filter((each) => each.type === type).length)
    const fewest = Math.min(...times)
    const distances = open.map(({ text }, index) =>
      times[index] === fewest
        ? Math.min(...taken.map((each) => tokenEditDistance(each.text, text).value), Number.MAX_SAFE_INTEGER)
        : -1,
    )
    const [next] = open.splice(distances.indexOf(Math.max(...distances)), 1)
    if (next) taken.push(next)
  }
  return taken
}
