/** A record of FELM with these labels. */
export function felmGold(index: string, labels: readonly boolean[]) {
  const segments = labels.map((_, at) => `Segment ${at + 1} of response ${index}. `)
  return {
    index,
    domain: 'wk',
    source: 'vector',
    prompt: `Question ${index}?`,
    response: segments.join('') || 'Nothing.',
    segmented_response: segments,
    labels: [...labels],
    comment: [],
    type: [],
  }
}
