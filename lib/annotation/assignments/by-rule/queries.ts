import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import type { ByRule, Left, RulePreview } from './contract'
import { planByRule, readRuleState } from './plan-by-rule'
import { leastPairShare, type Plan } from './plan-shares'

/** So many pairs are named, and so many items of one reason. */
const NAMED_PAIRS = 20
const NAMED_ITEMS = 20

/**
 * What the rules would give to whom, for managers. Loads count shares that hold a place, however far they are: how far anybody is, a preview
 * does not tell.
 */
export async function previewByRule(actor: Actor, projectId: string, body: ByRule): Promise<RulePreview> {
  const read = await transaction((tx) => readRuleState(tx, actor, projectId, body))
  const { plan, fingerprint } = await planByRule(read, body)
  const { members, beyond, outside } = read
  const names = new Map(members.map(({ userId, name }) => [userId, name]))
  const added = new Map<string, number>()
  for (const { userIds } of plan.given) for (const userId of userIds) added.set(userId, (added.get(userId) ?? 0) + 1)
  return {
    fingerprint,
    tasks: plan.given.length + plan.left.length,
    beyond,
    outside,
    given: plan.given.length,
    shares: [...added.values()].reduce((sum, count) => sum + count, 0),
    people: members.map(({ userId, name, quota, held }) => ({
      userId,
      name,
      quota,
      before: held,
      added: added.get(userId) ?? 0,
    })),
    pairs: presentPairs(plan, names, body.perTask ?? mostNeeded(plan)),
    left: groupLeft(plan, names),
  }
}

const mostNeeded = ({ given, left }: Plan): number =>
  Math.max(0, ...given.map(({ userIds }) => userIds.length), ...left.map(({ needed }) => needed))

function presentPairs(plan: Plan, names: ReadonlyMap<string, string>, perTask: number): RulePreview['pairs'] {
  const among = plan.pairs.filter(({ a, b }) => names.has(a) && names.has(b))
  const counts = among.map(({ before, added }) => before + added)
  const possible = (names.size * (names.size - 1)) / 2
  const byMost = among.toSorted((a, b) => b.before + b.added - (a.before + a.added))
  return {
    of: plan.paired,
    possible,
    meeting: among.length,
    least: among.length < possible || possible === 0 ? 0 : Math.min(...counts),
    most: Math.max(0, ...counts),
    first: byMost
      .slice(0, NAMED_PAIRS)
      .map(({ a, b, before, added }) => ({ a: names.get(a) ?? '', b: names.get(b) ?? '', before, added })),
    leastLimit: leastPairShare(names.size, perTask),
  }
}

/** Tasks that got nobody, together where the same is the reason. */
function groupLeft({ left }: Plan, names: ReadonlyMap<string, string>): Left[] {
  const groups = new Map<string, Left>()
  for (const { task, reason, needed, takers } of left) {
    const about =
      reason === 'takers'
        ? { domain: task.domain, tags: [...task.tags], language: task.language }
        : { domain: null, tags: [], language: null }
    const able = reason === 'takers' ? takers.map((id) => names.get(id) ?? '') : []
    const key = JSON.stringify([reason, needed, about])
    const group = groups.get(key) ?? { reason, ...about, needed, takers: able, items: 0, positions: [] }
    group.items++
    if (group.positions.length < NAMED_ITEMS) group.positions.push(task.position)
    groups.set(key, group)
  }
  return [...groups.values()].toSorted((a, b) => b.items - a.items)
}
