import type { Scenario } from './scenario'

/** Writing and recommendation: texts made to order that state facts on the way. */
export const writing: readonly Scenario[] = [
  {
    key: 'writing-novels',
    domain: 'writing_rec',
    source: 'reading room',
    prompt: 'Recommend four novels by African writers, with one sentence on each.',
    joint: '\n',
    segments: [
      '“Things Fall Apart” by Chinua Achebe, from 1958, follows Okonkwo as missionaries and colonial rule reach his village.',
      '“Half of a Yellow Sun” by Chimamanda Ngozi Adichie is set before and during the Biafran war.',
      '“Nervous Conditions” by Tsitsi Dangarembga, from 1988, tells of a girl and her schooling in what was then Rhodesia.',
      {
        text: '“Season of Migration to the North” by the Egyptian Tayeb Salih was first published in Arabic in 1966.',
        type: 'knowledge_error',
        reason: 'Tayeb Salih was Sudanese, not Egyptian. The year is right.',
        links: ['https://en.wikipedia.org/wiki/Season_of_Migration_to_the_North'],
      },
    ],
    links: ['https://en.wikipedia.org/wiki/Tayeb_Salih', 'https://en.wikipedia.org/wiki/Nervous_Conditions'],
    work: { ana: {}, ben: { segments: { s4: true } } },
    settling: {
      by: 'rui',
      causes: { 's4.label': 'claim_too_complex' },
      reasons: { 's4.label': 'One wrong word in a long sentence is enough.' },
    },
  },
  {
    key: 'writing-chocolate',
    domain: 'writing_rec',
    source: 'editors',
    prompt: 'Write a short text for the window of a chocolate shop, with a little history.',
    segments: [
      'Long before it came in bars, chocolate was a drink in Mesoamerica.',
      'The Aztecs even paid with cacao beans.',
      'In 1847 J. S. Fry & Sons of Bristol made a chocolate bar for eating, and in 1875 Daniel Peter of Switzerland added milk.',
      'Come in and taste some history!',
    ],
    links: ['https://en.wikipedia.org/wiki/History_of_chocolate'],
    work: {
      ana: {},
      chioma: {
        segments: {
          s2: {
            type: 'knowledge_error',
            reason: 'I only found the beans as an ingredient; money seems to be a legend.',
          },
        },
      },
    },
    settling: {
      by: 'sana',
      causes: { 's2.label': 'indirect_evidence' },
      reasons: { 's2.label': 'Sources of the sixteenth century list prices in cacao beans.' },
    },
  },
  {
    key: 'writing-great-wave',
    domain: 'writing_rec',
    source: 'editors',
    prompt: "Write a label for Hokusai's Great Wave, for a museum.",
    segments: [
      '“Under the Wave off Kanagawa”, known as the Great Wave, is a woodblock print by Katsushika Hokusai.',
      'It was made around 1831 and belongs to his “Thirty-six Views of Mount Fuji”.',
      'In spite of its name the series came to have forty-six prints.',
      {
        text: 'Hokusai painted it in oil on canvas after his return from Holland.',
        type: 'knowledge_error',
        reason: 'It is a woodblock print on paper, and Hokusai never left Japan.',
        links: ['https://www.metmuseum.org/art/collection/search/45434'],
      },
    ],
    links: ['https://en.wikipedia.org/wiki/The_Great_Wave_off_Kanagawa'],
    work: {
      ana: {
        segments: {
          s4: {
            type: 'reasoning_error',
            reason: 'It contradicts the first sentence, which calls it a woodblock print.',
          },
        },
      },
      ben: {},
    },
    settling: {
      by: 'rui',
      causes: { 's4.errorType': 'interpretation' },
      reasons: { 's4.errorType': 'It does contradict itself, but a reader learns more from what is wrong about it.' },
    },
  },
  {
    key: 'writing-lovelace',
    domain: 'writing_rec',
    source: 'reading room',
    prompt: 'Write a biography of Ada Lovelace in three sentences.',
    segments: [
      'Ada Lovelace (1815–1852) was an English mathematician and the daughter of the poet Lord Byron.',
      "In 1843 she published notes on Charles Babbage's Analytical Engine, among them a method to compute Bernoulli numbers.",
      {
        text: 'At the Great Exhibition of 1851 she saw the finished Analytical Engine at work.',
        type: 'knowledge_error',
        reason: 'The Analytical Engine was never finished, so nobody could see it at work in 1851.',
        links: ['https://en.wikipedia.org/wiki/Analytical_engine'],
      },
    ],
    links: ['https://en.wikipedia.org/wiki/Ada_Lovelace'],
    work: { ben: {} },
  },
  {
    key: 'writing-goldfish',
    domain: 'writing_rec',
    source: 'forum',
    prompt: 'Give me some funny names for my two goldfish.',
    segments: [
      'How about Fish and Chips?',
      'Or, if they like to be taken seriously, Sir Finley and Lady Bubbles.',
      'I hope that one of these pairs makes you smile!',
    ],
    work: {
      ana: { remove: { reason: 'non_factual', note: 'Names for pets are neither true nor false.' } },
      ben: { remove: { reason: 'non_factual' } },
    },
    discarded: { by: 'rui', reason: 'non_factual', note: 'Both annotators removed it for the same reason.' },
  },
  {
    key: 'writing-tea',
    domain: 'writing_rec',
    source: 'help desk',
    prompt: 'How do I make a good cup of green tea?',
    segments: [
      'Heat the water to about 80 °C and do not let it boil.',
      'Take some two grams of leaves for each cup and let them steep for two or three minutes.',
      'Pour the tea through a strainer and enjoy it while it is hot.',
    ],
    work: { ana: { remove: { reason: 'procedure' } }, chioma: {} },
    discarded: { by: 'sana', reason: 'procedure', note: 'Good advice rather than facts: there is nothing to look up.' },
  },
  {
    key: 'writing-kyoto',
    domain: 'writing_rec',
    source: 'editors',
    prompt: 'Write a short paragraph about Kyoto for a travel guide.',
    segments: [
      'Kyoto was the imperial capital of Japan for more than a thousand years.',
      'Thousands of vermilion gates line the paths up the hill behind the shrine Fushimi Inari.',
      {
        text: 'The Golden Pavilion beside its pond dates from 1397 and has never been damaged.',
        type: 'knowledge_error',
        reason: 'The pavilion was burnt down in 1950; what visitors see was finished in 1955.',
        links: ['https://en.wikipedia.org/wiki/Kinkaku-ji'],
      },
    ],
    links: ['https://en.wikipedia.org/wiki/Kyoto'],
    work: {
      ben: {},
      chioma: {
        segments: {
          s2: { type: 'knowledge_error', reason: 'Could not find the number.' },
        },
      },
    },
    sentBack: {
      by: 'rui',
      to: 'chioma',
      comment:
        'Please look at segment 2 again: not finding a number is no sign that it is wrong. The shrine has a page.',
    },
  },
  {
    key: 'writing-toast',
    domain: 'writing_rec',
    source: 'editors',
    prompt: "Write a toast for my sister's wedding.",
    segments: ['Dear Lina, dear Tomas, dear guests!', 'When the two of you met at the station in Gdańsk, no'],
    discarded: { by: 'mara', reason: 'broken_answer', note: 'The response stops in the middle of a sentence.' },
  },
  {
    key: 'writing-ocean',
    domain: 'writing_rec',
    source: 'newsroom',
    prompt: 'Recommend a documentary about the oceans.',
    segments: [
      'Try “Blue Planet II”, a series of the BBC from 2017 with David Attenborough as narrator.',
      'Its music is by Hans Zimmer, Jacob Shea and David Fleming.',
      {
        text: 'If you like to laugh, “The Office” is a classic comedy about working life.',
        type: 'irrelevant_with_qst',
        reason: 'A comedy series about an office does not answer a question about ocean documentaries.',
      },
    ],
  },
  {
    key: 'writing-telephone',
    domain: 'writing_rec',
    source: 'editors',
    prompt: 'Write the beginning of an encyclopedia entry about how Thomas Edison invented the telephone in 1876.',
    segments: [
      {
        text: 'The telephone was invented by Thomas Edison in 1876.',
        type: 'fooled',
        reason: 'The prompt is wrong: the patent of 1876 is Alexander Graham Bell’s.',
      },
      'The United States granted the first patent for it on 7 March of that year.',
      'Soon afterwards Edison developed a transmitter with carbon, which made voices much clearer.',
    ],
  },
]
