/** The published kinds of votes through import, the dataset page, and export again. */
import { describe, expect, it } from 'vitest'
import { getDataset } from '@/lib/gold/dataset/queries'
import type { Json } from '@/lib/protocols/protocol'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject } from '@/tests/factories'
import { importFile } from '@/tests/import-file'
import { comparisonRecord, identicalRecord, pairRecord } from '@/tests/preference-samples'
import { revisionRecord, settingsRecord } from '@/tests/revision-samples'
import { downloadExport } from './download-export'

async function imported(protocolId: string, records: readonly Json[]) {
  const project = await makeProject({ protocolId })
  const manager = actorOf(await makeMember(project, 'manager'))
  await importFile(manager, project, records.map((record) => JSON.stringify(record)).join('\n'))
  const exported = async (key: string): Promise<Json[]> =>
    (await (await downloadExport(manager, project.id, key)).text())
      .split('\n')
      .filter(Boolean)
      .map((line): Json => JSON.parse(line))
  return { exported, dataset: await getDataset(manager, project.id, {}) }
}

describe('pairs of lists', () => {
  it('come out as they went in, and are counted by method and by side', async () => {
    const { exported, dataset } = await imported('veriscore-preference', [pairRecord])
    expect(await exported('pairs')).toEqual([pairRecord])
    expect(dataset.panels.map(({ key }) => key)).toEqual([
      'methods',
      'strength-by-domain',
      'strength-by-extractor',
      'position',
      'full-agreement',
    ])
  })

  it('of two extractors are compared, and those that are equal set aside and counted', async () => {
    const { exported, dataset } = await imported('veriscore-preference', [comparisonRecord, identicalRecord])
    expect(await exported('pairs')).toEqual([comparisonRecord])
    expect(dataset.discarded).toEqual([{ reason: 'identical', title: 'Identical lists', items: 1 }])
    expect(dataset.panels.map(({ key }) => key)).toContain('likeness')
  })
})

describe('revisions', () => {
  it.each([
    ['come out as they went in', revisionRecord, revisionRecord],
    [
      'of the notebook come out in Assay’s spelling',
      settingsRecord,
      expect.objectContaining({
        votes: [expect.objectContaining({ shown: null, best: expect.arrayContaining(['no-question-model-one']) })],
      }),
    ],
  ])('%s', async (_, record, expected) => {
    const { exported, dataset } = await imported('factcheck-bench-revision', [record])
    const revisions = await exported('revisions')
    expect(revisions).toEqual([expected])
    const again = await imported('factcheck-bench-revision', revisions)
    expect(await again.exported('revisions')).toEqual(revisions)
    expect(again.dataset.panels).toEqual(dataset.panels)
  })
})
