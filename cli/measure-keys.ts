import { CliError, EXIT } from './exit-codes'

/** A measure written as `stage/measure`. @throws CliError */
export function measureKeys(typedMeasure: string): { stage: string; measure: string } {
  const [stage = '', ...rest] = typedMeasure.split('/')
  const measure = rest.join('/')
  if (stage === '' || measure === '') throw new CliError(EXIT.usage, '--measure: write it as stage/measure.')
  return { stage, measure }
}

/** Two raters written as `a1,gold`. @throws CliError */
export function pairKeys(typedPair: string): { first: string; second: string } {
  const [first = '', second = '', ...rest] = typedPair.split(',').map((key) => key.trim())
  if (first === '' || second === '' || rest.length > 0)
    throw new CliError(EXIT.usage, '--pair: write the keys of two raters, as a1,gold.')
  return { first, second }
}
