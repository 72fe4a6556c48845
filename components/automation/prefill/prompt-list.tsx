import { CodeBlock } from '@/components/ui/code-block'
import type { StepView } from '@/lib/automation/prefill/settings/contract'

/** How many characters of a hash are shown; the whole one stands in its title. */
const SHOWN_OF_HASH = 12

/** The start of a hash; enough to tell prompts apart. */
export function Hash({ value }: { value: string }) {
  return (
    <code title={value} className="font-mono text-xs">
      {value.slice(0, SHOWN_OF_HASH)}
    </code>
  )
}

/** The prompts of a step, word by word, as they are before an item is filled in. */
export function PromptList({ prompts }: { prompts: StepView['prompts'] }) {
  return (
    <ul className="space-y-4">
      {prompts.map((prompt) => (
        <li key={prompt.hash} className="space-y-2">
          <p className="wrap-anywhere text-sm">
            <span className="font-medium">{prompt.name}</span>{' '}
            <span className="text-muted">
              version {prompt.version}, <Hash value={prompt.hash} />
            </span>
          </p>
          <Message title="Instructions to the model" label={`System message of ${prompt.name}`} text={prompt.system} />
          <Message title="Input for the model" label={`User message of ${prompt.name}`} text={prompt.user} />
        </li>
      ))}
    </ul>
  )
}

/** One message, verbatim; long lines wrap. */
export function Message({ title, label, text }: { title: string; label: string; text: string }) {
  return (
    <div>
      <p className="mb-1 text-[0.8125rem] text-muted">{title}</p>
      <CodeBlock label={label} className="[&_pre]:wrap-anywhere [&_pre]:w-auto [&_pre]:whitespace-pre-wrap">
        {text}
      </CodeBlock>
    </div>
  )
}
