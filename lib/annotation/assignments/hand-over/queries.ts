import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import type { HandOver, HandOverPreview } from './contract'
import { type HandOverPlan, planHandOver, readHandOver } from './plan-hand-over'

const NAMED_ITEMS = 20

/** What handing over would move, for managers. */
export async function previewHandOver(actor: Actor, projectId: string, body: HandOver): Promise<HandOverPreview> {
  const read = await transaction((tx) => readHandOver(tx, actor, projectId, body))
  const plan = await planHandOver(read, body)
  const { members, shared, beyond } = read
  const { moves, fingerprint } = plan
  return {
    fingerprint,
    moved: moves.length,
    drafts: moves.filter(({ draft }) => draft).length,
    questions: moves.filter(({ question }) => question).length,
    people: members.map(({ userId, name, held }) => ({
      userId,
      name,
      before: held,
      added: moves.filter(({ to }) => to === userId).length,
    })),
    staying: groupStaying(plan),
    shared,
    beyond,
  }
}

/** No pair is limited here, and no task has too little room: one person takes another's place. */
const REASONS = ['takers', 'barred', 'quota', 'unsearched'] as const

function groupStaying({ staying }: HandOverPlan): HandOverPreview['staying'] {
  return REASONS.map((reason) => {
    const positions = staying.filter((each) => each.reason === reason).map(({ task }) => task.position)
    return { reason, items: positions.length, positions: positions.slice(0, NAMED_ITEMS) }
  }).filter(({ items }) => items > 0)
}
