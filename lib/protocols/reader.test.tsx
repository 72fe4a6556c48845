import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sentenceFile } from '@/tests/support/protocol-file'
import { keepDefinition } from './definitions'
import { checkFile } from './language/check/check-file'
import { ReaderContext, useFileWork, useGuidelineText } from './reader'
import { useProtocol } from './use-protocol'

const source = sentenceFile('in-two-languages')
  .replace('ask: Is it right?', 'ask: {en: Is it right?, zh: 对吗？}')
  .replace(
    'guidelines: Judge each sentence as it is meant where it stands.',
    'guidelines: {en: Judge it., zh: 请判断。}',
  )
const checked = checkFile(source)
if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
keepDefinition(checked.definition)
const ID = 'in-two-languages@1'

function Page() {
  const [stage] = useFileWork(ID).stages
  return (
    <>
      <p>{stage?.questions[0]?.prompt}</p>
      <p>{useProtocol(ID).stages[0]?.questions[0]?.prompt}</p>
      <p>{useGuidelineText('Judge it.\n')}</p>
      <p>{useGuidelineText('What the project wrote.')}</p>
    </>
  )
}

const read = (language: string | null) => {
  const { container, unmount } = render(
    <ReaderContext value={language === null ? null : { language, protocolId: ID }}>
      <Page />
    </ReaderContext>,
  )
  const texts = [...container.querySelectorAll('p')].map(({ textContent }) => textContent)
  unmount()
  return texts
}

test('a file is read in the language of its reader, and what a project wrote itself as it is', () => {
  expect(read('zh')).toEqual(['对吗？', '对吗？', '请判断。', 'What the project wrote.'])
  expect(read('en')).toEqual(['Is it right?', 'Is it right?', 'Judge it.', 'What the project wrote.'])
  expect(read(null)).toEqual(['Is it right?', 'Is it right?', 'Judge it.\n', 'What the project wrote.'])
})
