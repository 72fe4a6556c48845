import { expect, test, vi } from 'vitest'

/** As in the programs that play annotators, which run under the conditions of the server. */
const missing = (name: string) => () => {
  throw new Error(`${name} is not there`)
}

test('what plays an annotator sends through the browser’s own outbox, and needs nothing that draws pages', async () => {
  vi.doMock('react', missing('react'))
  vi.doMock('@tanstack/react-query', missing('react-query'))
  vi.doMock('next/navigation', missing('next/navigation'))
  expect(await import('./annotator')).toHaveProperty('Annotator')
})
