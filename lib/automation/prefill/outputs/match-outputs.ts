/** Which unit of the project a machine's words are about: told by texts, white space and case aside. Pure. */
import type { MachineOutput } from '@/lib/protocols/prefill'
import { normalizeText } from '@/lib/text/normalize'

/** An item with the units that can be proposed for. */
export interface Candidate {
  itemId: string
  taskId: string
  prompt: string
  response: string
  domain: string | null
  units: readonly { id: string; text: string }[]
}

export interface Match {
  output: MachineOutput
  itemId: string
  taskId: string
  unitId: string
}

const normal = (text: string) => normalizeText(text, 'NFC').replace(/\s+/g, ' ').trim().toLowerCase()

/**
 * Pairs outputs with units. Outputs of one group go to one item: the one with their prompt and response where they say
 * so, else the one that holds most of their texts; of several, the one of their domain. Within it, equal texts are paired in order, each once.
 */
export function matchOutputs(
  outputs: readonly MachineOutput[],
  candidates: readonly Candidate[],
): { matched: Match[]; unmatched: MachineOutput[] } {
  const index = indexOf(candidates)
  const matched: Match[] = []
  const unmatched: MachineOutput[] = []
  for (const group of groupsOf(outputs)) {
    const item = itemOf(group, index)
    const free = new Map<string, string[]>()
    for (const { id, text } of item?.units ?? []) free.set(normal(text), [...(free.get(normal(text)) ?? []), id])
    for (const output of group) {
      const unitId = free.get(normal(output.text))?.shift()
      if (item && unitId) matched.push({ output, itemId: item.itemId, taskId: item.taskId, unitId })
      else unmatched.push(output)
    }
  }
  return { matched, unmatched }
}

interface Index {
  byContent: Map<string, Candidate>
  byText: Map<string, Set<Candidate>>
}

const contentKey = (prompt: string, response: string) => `${normal(prompt)}\n${normal(response)}`

function indexOf(candidates: readonly Candidate[]): Index {
  const byText = new Map<string, Set<Candidate>>()
  for (const candidate of candidates)
    for (const { text } of candidate.units) {
      const textCandidates = byText.get(normal(text)) ?? new Set()
      byText.set(normal(text), textCandidates.add(candidate))
    }
  const byContent = new Map(candidates.map((each) => [contentKey(each.prompt, each.response), each]))
  return { byContent, byText }
}

function groupsOf(outputs: readonly MachineOutput[]): MachineOutput[][] {
  const groups = new Map<string, MachineOutput[]>()
  for (const output of outputs) {
    const key = `${output.model}\n${output.group}`
    const group = groups.get(key)
    if (group) group.push(output)
    else groups.set(key, [output])
  }
  return [...groups.values()]
}

function itemOf(group: readonly MachineOutput[], { byContent, byText }: Index): Candidate | null {
  const [first] = group
  if (!first) return null
  if (first.prompt !== null && first.response !== null) {
    return byContent.get(contentKey(first.prompt, first.response)) ?? null
  }
  const votes = new Map<Candidate, number>()
  for (const { text } of group)
    for (const candidate of byText.get(normal(text)) ?? []) votes.set(candidate, (votes.get(candidate) ?? 0) + 1)
  const most = Math.max(...votes.values())
  const best = [...votes].flatMap(([candidate, count]) => (count === most ? [candidate] : []))
  const [only, ...others] = best.length > 1 ? best.filter(({ domain }) => domain === first.domain) : best
  // Several items that hold equally many of the texts: nobody can say which is meant.
  return only && others.length === 0 ? only : null
}
