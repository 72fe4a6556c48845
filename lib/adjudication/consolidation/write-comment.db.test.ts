import { describe, expect, it } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { decomposed, failure, makeScene, submitAll } from '@/tests/discussion-scene'
import { acceptValue } from './discussion/accept-value'
import { objectToValue } from './discussion/object-to-value'
import { takeBackWord } from './discussion/take-back-word'

const at = { unit: 's2', question: 'importance' }

/** The partners differ on the importance of the second sentence. */
async function differing() {
  const scene = await makeScene()
  await submitAll(scene.taskId, [
    [scene.ada, decomposed({ a1: 'It flows.' })],
    [scene.ben, decomposed({ b1: 'It flows.' }, { s2: { checkworthy: 'opinion', importance: 'intermediate' } })],
  ])
  return scene
}

describe('a remark with an id of its own', () => {
  const remarkId = '0197d000-0000-4000-8000-000000000001'
  const objection = { ...at, value: 'intermediate', comment: 'No.', remarkId }

  it('is said once, however often and in whatever tabs it is sent', async () => {
    const { taskId, ada } = await differing()
    await Promise.all([objectToValue(ada, taskId, objection), objectToValue(ada, taskId, objection)])
    const view = await objectToValue(ada, taskId, objection)
    expect(view.comments).toMatchObject([{ id: remarkId, body: 'No.', reply: 'object' }])
    expect(await prisma().event.count({ where: { taskId, type: 'discussion.objected' } })).toBe(1)
  })

  it('changes nothing when it comes again after what was done since', async () => {
    const { taskId, ada } = await differing()
    const proposal = { ...at, choice: { value: 'yes' }, reason: 'So.', remarkId: remarkId.replace(/1$/, '2') }
    await acceptValue(ada, taskId, proposal)
    await takeBackWord(ada, taskId, at)
    const view = await acceptValue(ada, taskId, proposal)
    expect(view.words).toEqual([])
    expect(view.comments).toHaveLength(1)
  })

  it('takes no id of another’s remark', async () => {
    const { taskId, ada, ben } = await differing()
    const own = { ...objection, remarkId: remarkId.replace(/1$/, '3') }
    await objectToValue(ada, taskId, own)
    expect((await failure(objectToValue(ben, taskId, { ...own, value: 'no' }))).code).toBe('conflict')
  })
})
