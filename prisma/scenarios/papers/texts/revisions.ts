/** Responses with errors, and four revisions of each by invented settings. */

export interface Revised {
  id: string
  prompt: string
  response: string
  revisions: Readonly<Record<string, string>>
}

const SETTINGS = ['plain-small', 'plain-large', 'question-small', 'question-large'] as const

const revised = (
  id: string,
  prompt: string,
  response: string,
  texts: readonly [string, string, string, string],
): Revised => ({
  id,
  prompt,
  response,
  revisions: Object.fromEntries(SETTINGS.map((setting, index) => [setting, texts[index] ?? ''])),
})

export const revisions: readonly Revised[] = [
  revised(
    'capital',
    'What is the capital of Australia, and why?',
    'The capital of Australia is Sydney. It was chosen in 1908 as a compromise between the two largest cities.',
    [
      'The capital of Australia is Canberra. It was chosen in 1908 as a compromise between the two largest cities.',
      'Canberra is the capital of Australia; its site was chosen in 1908 as a compromise between Sydney and Melbourne, the two largest cities.',
      'The capital is Canberra, not Sydney. Chosen 1908. Compromise.',
      'The capital of Australia is Melbourne. It was chosen in 1908 as a compromise between the two largest cities.',
    ],
  ),
  revised(
    'honey',
    'Does honey spoil?',
    'Honey never spoils, because bees add salt to it. Jars of it have been found in very old tombs.',
    [
      'Honey hardly ever spoils, because it holds little water and much acid. Jars of it have been found in very old tombs.',
      'Honey hardly ever spoils, because it holds little water and much acid. Jars of it have been found in very old tombs.',
      'Honey does not spoil easily; it is dry and acid.',
      'Honey never spoils, because bees add sugar to it, and tombs are cold.',
    ],
  ),
  revised(
    'marathon',
    'How long is a marathon?',
    'A marathon is 40 kilometres long. The length was fixed in 1921, after it had differed from race to race.',
    [
      'A marathon is 42.195 kilometres long. The length was fixed in 1921, after it had differed from race to race.',
      'A marathon is 42.195 kilometres (about 26 miles) long. The length was fixed in 1921, after it had differed from race to race.',
      'It is 42 kilometres. Before 1921 every race was as long as its road.',
      'A marathon is 41 kilometres long. The length was fixed in 1921.',
    ],
  ),
  revised(
    'spiders',
    'Are spiders insects?',
    'Spiders are insects with eight legs. All of them make silk, but not all build webs.',
    [
      'Spiders are arachnids with eight legs. All of them make silk, but not all build webs.',
      'Spiders are not insects but arachnids: they have eight legs. All of them make silk, but not all build webs.',
      'Spiders are arachnids.',
      'Spiders are insects with six legs. All of them make silk, but not all build webs.',
    ],
  ),
]
