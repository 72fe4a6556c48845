import { describe, expect, it } from 'vitest'
import { renderPrompt } from '@/lib/automation/llm/render-prompt'
import { factcheckBenchPipeline } from '@/lib/protocols/factcheck-bench/prefill'

const prompts = [...new Set(factcheckBenchPipeline.steps.flatMap((step) => step.prompts))]

describe('every prompt', () => {
  it.each(prompts.map((prompt) => [prompt.name, prompt]))('%s renders with every value fenced', (_, prompt) => {
    const names = Array.from(prompt.user.matchAll(/\{\{(\w+)\}\}/g), ([, name = '']) => name)
    expect(names.length).toBeGreaterThan(0)
    const { user } = renderPrompt(prompt, Object.fromEntries(names.map((name) => [name, `Value of ${name}.`])))
    for (const name of names) expect(user).toContain(`⟦${name}⟧\nValue of ${name}.\n⟦end of ${name}⟧`)
  })
})
