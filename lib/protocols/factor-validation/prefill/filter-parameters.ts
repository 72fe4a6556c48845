import { z } from 'zod'
import { parameterOption } from '@/lib/protocols/parameter-option'

/** Parameters that both filters have. */
export const filterParameters = {
  contextWords: z.int().min(0).max(500).default(60).meta({
    title: 'Words of near context',
    description: 'How many words before the completion are read with every sentence.',
  }),
  action: z
    .union([parameterOption('remove', 'Remove what fails'), parameterOption('measure', 'Only measure')])
    .default('remove')
    .meta({
      title: 'What is done',
      description: 'To calibrate thresholds, a sample needs the poor ones too: choose “Only measure”.',
    }),
}
