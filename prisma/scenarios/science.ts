import type { Scenario } from './scenario'

/** Science and technology. */
export const science: readonly Scenario[] = [
  {
    key: 'science-leaves',
    domain: 'science',
    source: 'classroom',
    prompt: 'Why are leaves green, and why do some turn red in autumn?',
    segments: [
      'Leaves look green because chlorophyll absorbs mainly red and blue light and reflects more of the green.',
      {
        text: 'The chlorophyll sits in the mitochondria of the plant cell.',
        type: 'knowledge_error',
        reason: 'Chlorophyll is in the chloroplasts; mitochondria have none.',
        otherwise: 'Wrong organelle: it should be chloroplasts.',
        links: ['https://en.wikipedia.org/wiki/Chloroplast'],
      },
      'In autumn many trees break chlorophyll down, and yellow carotenoids that were there all along come to light.',
      'The red of maple leaves comes from anthocyanins, most of which are made only in autumn.',
    ],
    links: ['https://en.wikipedia.org/wiki/Autumn_leaf_color', 'https://en.wikipedia.org/wiki/Chlorophyll'],
    work: { ana: {}, ben: {} },
    settling: { by: 'rui' },
  },
  {
    key: 'science-light',
    domain: 'science',
    source: 'forum',
    prompt: 'How fast is light, exactly, and is it always that fast?',
    segments: [
      'In a vacuum light travels at exactly 299,792,458 metres per second.',
      'The figure is exact because the metre has been defined by it since 1983.',
      'In water light is slower, at about three quarters of that speed.',
      {
        text: 'In diamond it is faster again, because diamond is clearer than water.',
        type: 'knowledge_error',
        reason: 'Diamond has a refractive index of about 2.4, so light is slower in it than in water (1.33).',
        links: ['https://en.wikipedia.org/wiki/Refractive_index'],
      },
    ],
    links: ['https://physics.nist.gov/cgi-bin/cuu/Value?c'],
    work: {
      ana: {},
      chioma: {
        segments: {
          s4: {
            type: 'reasoning_error',
            reason: 'How clear a material is says nothing about the speed of light in it; in diamond light is slower.',
          },
        },
      },
    },
    settling: {
      by: 'rui',
      causes: { 's4.errorType': 'claim_too_complex' },
      reasons: { 's4.errorType': 'The because-clause is wrong as well, but the plain fact before it decides.' },
    },
  },
  {
    key: 'science-cold',
    domain: 'science',
    source: 'help desk',
    prompt: 'Do antibiotics help against a cold?',
    segments: [
      'No: colds are caused by viruses, and antibiotics do not act on viruses.',
      'Taking antibiotics without need makes it easier for bacteria to become resistant.',
      'Most colds go away by themselves within seven to ten days.',
      {
        text: 'Rhinoviruses, their most frequent cause, were first isolated by Edward Jenner in 1796.',
        type: 'knowledge_error',
        reason: 'Rhinoviruses were first isolated in the 1950s. In 1796 Jenner tried out vaccination against smallpox.',
        otherwise: 'Nobody knew of viruses in 1796; rhinoviruses were found in the 1950s.',
        links: ['https://en.wikipedia.org/wiki/Rhinovirus'],
      },
      'Get some rest, and get well soon!',
    ],
    links: [
      'https://www.who.int/news-room/fact-sheets/detail/antimicrobial-resistance',
      'https://en.wikipedia.org/wiki/Common_cold',
    ],
    work: { ana: {}, ben: {} },
    settling: { by: 'sana' },
  },
  {
    key: 'science-constants',
    domain: 'science',
    source: 'help desk',
    prompt: 'Where can I look up the values of physical constants, and how certain are they?',
    segments: [
      'The recommended values come from CODATA and are published by NIST at https://physics.nist.gov/cuu/Constants/ for all to use.',
      'They are adjusted to new measurements about every four years.',
      'Since 2019 the Planck constant has an exact value, because the kilogram is defined by it.',
      {
        text: 'For the same reason the gravitational constant G is exact today.',
        type: 'knowledge_error',
        reason: 'G is measured, with a relative uncertainty of about 2 in 100,000; no unit is defined by it.',
        links: ['https://physics.nist.gov/cgi-bin/cuu/Value?bg'],
      },
    ],
    links: ['https://physics.nist.gov/cuu/Constants/'],
    work: { ana: { segments: { s4: true } }, chioma: { segments: { s4: true } } },
    settling: {
      by: 'rui',
      reasons: {
        's4.label': 'Both of you let it pass, but NIST gives G with an uncertainty.',
        's4.errorType': 'Follows from the label: the fact is wrong.',
        's4.reason': 'Written by the reviewer, since neither annotator marked the segment.',
      },
      refused: {
        comment: 'Please link the page on G for segment 4, since no annotator did. Then I will sign it.',
        unit: 's4',
        links: ['https://physics.nist.gov/cgi-bin/cuu/Value?bg'],
        reason: 'Added at the wish of the second reviewer.',
      },
    },
  },
  {
    key: 'science-blood',
    domain: 'science',
    source: 'classroom',
    prompt: '人間の血液はなぜ赤いのですか？',
    joint: '',
    segments: [
      '血液が赤いのは、赤血球に含まれるヘモグロビンのためです。',
      'ヘモグロビンは鉄を含むタンパク質で、酸素を運びます。',
      {
        text: '静脈を流れる血液は、体の中では青い色をしています。',
        type: 'knowledge_error',
        reason: 'Blood in the veins is dark red. Only the veins look bluish through the skin.',
        otherwise: '静脈血も暗い赤色です。青く見えるのは皮膚を通して見るからです。',
        links: ['https://en.wikipedia.org/wiki/Vein'],
      },
      '肺で酸素を受け取ると、血液はより鮮やかな赤になります。',
    ],
    links: ['https://en.wikipedia.org/wiki/Hemoglobin'],
    work: { ben: {}, chioma: {} },
    settling: { by: 'rui', waits: true },
  },
  {
    key: 'science-moon',
    domain: 'science',
    source: 'reading room',
    prompt:
      'Explain the phases of the Moon to somebody who has never looked up, and say why we always see the same side.',
    joint: '\n',
    segments: [
      'The Moon makes no light of its own: the Sun lights up one half of it, and while the Moon travels around Earth we look at that half from changing angles.',
      'One round of phases, from one new moon to the next, takes about 29.5 days.',
      'At new moon the Moon stands roughly between Earth and the Sun, so that its lit half faces away from us.',
      'About a week later, at first quarter, half of the disc that we see is lit.',
      {
        text: "At full moon Earth stands between the Sun and the Moon, and from then on Earth's shadow covers more of the Moon every night, which is why it wanes.",
        type: 'knowledge_error',
        reason: "The Moon wanes because we see less of its lit half. Earth's shadow only matters in a lunar eclipse.",
        links: ['https://en.wikipedia.org/wiki/Lunar_phase'],
      },
      "There is no eclipse at every full moon because the Moon's orbit is tilted by about five degrees against that of Earth.",
      {
        text: 'We always see the same side because the Moon does not rotate.',
        type: 'knowledge_error',
        reason: 'It does rotate: once in each orbit, which is why the same side stays turned towards us.',
        links: ['https://en.wikipedia.org/wiki/Tidal_locking'],
      },
    ],
    links: ['https://en.wikipedia.org/wiki/Lunar_phase', 'https://en.wikipedia.org/wiki/Orbit_of_the_Moon'],
    work: {
      ana: {},
      ben: {
        segments: {
          s5: true,
          s7: {
            type: 'reasoning_error',
            reason: 'If it did not rotate we would see all of it in the course of a month.',
          },
        },
      },
    },
  },
  {
    key: 'science-microwave',
    domain: 'science',
    source: 'forum',
    prompt: 'How does a microwave oven heat food?',
    segments: [
      'A magnetron produces microwaves, most often at about 2.45 GHz.',
      'Their field makes water molecules in the food turn back and forth, and that motion becomes heat.',
      'The idea goes back to Percy Spencer, who noticed in 1945 that a snack in his pocket had melted near a radar tube.',
      {
        text: 'Sales of refrigerators, by the way, grew quickly in the same years.',
        type: 'irrelevant_with_qst',
        reason: 'The question is about microwave ovens; refrigerators have nothing to do with it.',
      },
    ],
    links: ['https://en.wikipedia.org/wiki/Microwave_oven'],
    work: { ben: { segments: { s4: true } }, chioma: {} },
    discussion: {
      unit: 's4',
      question: 'label',
      remarks: [['ben', 'Nothing in it is wrong, so I left it at true.']],
      proposal: false,
      comment: 'The guidelines count what does not answer the prompt as false, even if it is correct.',
      replies: [
        ['ben', 'accept', 'I had overlooked that line in section 2.'],
        ['chioma', 'accept', ''],
      ],
    },
  },
  {
    key: 'science-sorted',
    domain: 'science',
    source: 'help desk',
    prompt: 'In Python, what does sorted() return, and does it change the list?',
    joint: '\n\n',
    segments: [
      'sorted() returns a new list and leaves the one you pass to it as it was.',
      'For example:\n\n```python\nnumbers = [3, 1, 2]\nprint(sorted(numbers))  # [1, 2, 3]\nprint(numbers)          # [3, 1, 2]\n```',
      {
        text: 'The method list.sort() sorts in place and returns the sorted list as well.',
        type: 'knowledge_error',
        reason: 'list.sort() returns None, to remind people that it works in place.',
        links: ['https://docs.python.org/3/howto/sorting.html'],
      },
      'Both keep the order of elements that compare equal.',
    ],
    links: ['https://docs.python.org/3/library/functions.html#sorted'],
    machine: {
      s4: { type: 'knowledge_error', reason: 'Sorting in Python is not guaranteed to be stable.' },
    },
    assigned: true,
    work: { ben: {} },
  },
  {
    key: 'science-boiling',
    domain: 'science',
    source: 'classroom',
    prompt: 'At what temperature does water boil on a mountain?',
    segments: [
      'At sea level water boils at about 100 °C.',
      'Higher up the air pressure is lower, and so water boils at a lower temperature.',
      'As a rule of thumb the boiling point falls by about 1 °C for every 300 metres.',
      'On top of Mount Everest it is only about 70 °C.',
    ],
    links: ['https://en.wikipedia.org/wiki/Boiling_point'],
  },
]
