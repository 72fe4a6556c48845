/** Mu-SHROOM through a project: raw marks come in as votes, give the published labels and figures, and go out as they came. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { spansOf } from '@/lib/protocols/marked-spans'
import type { Json, Vote } from '@/lib/protocols/protocol'
import { getAgreement } from '@/lib/quality/agreement/queries'
import { actorOf } from '@/tests/actors'
import { filesIn, recordsIn, textIn } from '@/tests/data-folders'
import { describeData } from '@/tests/describe-data'
import { makeMember, makeProject } from '@/tests/factories'
import { importFile } from '@/tests/import-file'
import { makeProtocolVersion } from '@/tests/support/protocol-file'
import { downloadExport } from './download-export'

interface Published {
  id: string
  soft_labels: { start: number; end: number; prob: number }[]
  hard_labels: [number, number][]
  annotations: { [annotator: string]: Json }
}

interface Tally {
  votes: number
  soft: { marks: { start: number; end: number; share: number }[] }
  counted: { item?: { marks?: Json } }
}

interface Statistics {
  items: number
  annotators_per_item: Record<string, number>
  character_f1_micro_over_pairs_cleaned: number
  alpha_characters_cleaned: number
}

const WITHIN = 'next/mushroom/splits/test_labeled/v1'
const STATISTICS = 'next/expected_stats.json'

describeData('Mu-SHROOM through a project', { files: [WITHIN, STATISTICS] }, (folder) => {
  const { mushroom } = JSON.parse(textIn(folder, STATISTICS)) as { mushroom: Record<string, Statistics> }
  const files = filesIn(folder, { within: WITHIN, named: /\.jsonl$/ })

  it.each(files)('%s', async (name) => {
    const source = readFileSync('docs/examples/protocols/hallucinated-spans.yaml', 'utf8')
      .replace(/^id: .*$/m, `id: mushroom-${name.replaceAll(/[^a-z0-9]+/g, '-').slice(0, 40)}`)
      .replace(/\ntests:[\s\S]*$/, '\n')
    const { protocolId } = await makeProtocolVersion({ source })
    const project = await makeProject({ protocolId })
    const manager = actorOf(await makeMember(project, 'manager'))
    const lines = textIn(folder, path.join(WITHIN, name))
    await importFile(manager, project, lines)

    const records = recordsIn(folder, path.join(WITHIN, name)) as unknown as Published[]
    const golds = await prisma().gold.findMany({
      where: { task: { projectId: project.id } },
      orderBy: { task: { position: 'asc' } },
    })
    const tallies = golds.map(({ rollUp }) => rollUp as unknown as Tally)
    expect(golds.map(({ votes }) => (votes as unknown as Vote[]).map(({ voter }) => voter))).toEqual(
      records.map(({ annotations }) => Object.keys(annotations)),
    )
    expect(
      tallies.map(({ soft }) =>
        soft.marks.map(({ start, end, share }) => ({ start, end, prob: Number(share.toFixed(10)) })),
      ),
    ).toEqual(records.map(({ soft_labels }) => soft_labels.map(({ start, end, prob }) => ({ start, end, prob }))))
    expect(
      tallies.map(({ counted }) => (spansOf(counted.item?.marks) ?? []).map(({ start, end }) => [start, end])),
    ).toEqual(records.map(({ hard_labels }) => hard_labels))

    const exported = await (await downloadExport(manager, project.id, 'record')).text()
    const asJson = (text: string) =>
      text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.stringify(JSON.parse(line)))
    expect(asJson(exported)).toEqual(asJson(lines))

    const known = mushroom[name.replace(/^mushroom\.|\.extra\.jsonl$/g, '')]
    expect(golds).toHaveLength(known?.items ?? -1)
    const [stage] = (await getAgreement(manager, project.id, { intervals: 'when_quick' })).stages
    const figures = stage?.comparisons.find(({ key }) => key === 'marks-spans')?.figures
    const figure = (key: string) => figures?.find((each) => each.key === key)?.estimate.value
    expect(figure('characterF1')).toBeCloseTo(known?.character_f1_micro_over_pairs_cleaned ?? -1, 5)
    expect(figure('unitizingAlpha')).toBeGreaterThan(0)
    // Where as many rated each text, alpha over pairs differs from that over all in the correction for small samples only.
    if (Object.keys(known?.annotators_per_item ?? {}).length === 1)
      expect(figure('characterAlpha')).toBeCloseTo(known?.alpha_characters_cleaned ?? -1, 3)
  })
})
