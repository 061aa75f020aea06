import { type CareKind, SKILLS_OF_KIND, type Skill } from '@tendwell/contract/reference'

/** Skills that make a caregiver one for older people; others of that kind go with any care. */
const ELDER_CARE = ['Elder care', 'Dementia care', 'Companionship', 'Mobility assistance'] as const
/** Skills that make a caregiver a cleaner; cooking alone does not. */
const CLEANING = ['Light housekeeping', 'Deep cleaning', 'Laundry and ironing'] as const
const COOKING = ['Family cooking', 'Meal prep', 'Special diets and allergies'] as const
const HOUSEKEEPING = [...CLEANING, 'Household management'] as const

/**
 * What families call a caregiver, in the languages of the profiles, and what they mean: kinds of care, or
 * only some skills. A final "s" is understood with each word.
 * @see docs/rules/profiles-and-files.md#roles
 */
const ROLES: readonly { means: readonly (CareKind | Skill)[]; words: readonly string[] }[] = [
  {
    means: ['child'],
    words: [
      ...[
        'babysitter',
        'baby sitter',
        'babysitting',
        'baby sitting',
        'sitter',
        'childminder',
        'child minder',
      ],
      ...['au pair', 'aupair', 'governess', 'mother’s helper', 'mothers helper', 'preschool teacher'],
      ...['canguro', 'nounou de jour', 'fille au pair', 'gouvernante d’enfants', 'babysitterin'],
      ...[
        'tagesmutter',
        'tagesvater',
        'kinderbetreuerin',
        'جليسة أطفال',
        'جليسة اطفال',
        'ベビーシッター',
        '育儿嫂',
      ],
    ],
  },
  {
    means: ['child', 'newborn'],
    words: [
      ...['nanny', 'nannies', 'nannying', 'nursemaid', 'childcare', 'child care', 'day care', 'daycare'],
      ...[
        'ayah',
        'aaya',
        'آیا',
        'आया',
        'niñera',
        'niñero',
        'cuidadora de niños',
        'nounou',
        'nourrice',
        'assistante maternelle',
      ],
      ...['garde d’enfants', 'garde d’enfant', 'kindermädchen', 'kinderfrau', 'kinderbetreuung', 'babá'],
      ...['bambinaia', 'няня', 'مربية', 'مربية أطفال', '保姆', '阿姨', '乳母'],
    ],
  },
  {
    means: ['child', 'newborn', 'special_needs'],
    words: ['child', 'children', 'kid', 'kinder', 'niños', 'enfants'],
  },
  {
    means: ['newborn'],
    words: [
      ...['baby nurse', 'newborn nurse', 'maternity nurse', 'newborn specialist', 'newborn care specialist'],
      ...['midwife', 'hebamme', 'sage-femme', 'partera', 'puéricultrice'],
      ...['japa maid', 'japa', '月嫂', 'säuglingsschwester'],
    ],
  },
  {
    means: ['Night nanny'],
    words: [
      ...[
        'night nanny',
        'night nannies',
        'night nurse',
        'night sitter',
        'overnight nanny',
        'overnight nurse',
      ],
      ...['overnight nannies', 'overnight sitter', 'nachtschwester', 'nounou de nuit', 'niñera nocturna'],
      ...['niñera de noche', 'babá noturna'],
    ],
  },
  { means: ['Travel nanny'], words: ['travel nanny', 'travel nannies', 'traveling nanny'] },
  {
    means: ['Birth doula support', 'Postpartum support', 'Postnatal recovery'],
    words: ['doula', 'postpartum nurse', 'postnatal nurse', 'mütterpflegerin'],
  },
  {
    means: ['Lactation support', 'Breastfeeding support'],
    words: ['lactation consultant', 'lactation specialist', 'breastfeeding consultant', 'stillberaterin'],
  },
  { means: ['Sleep training'], words: ['sleep consultant', 'sleep coach', 'sleep trainer'] },
  {
    means: ['Tutoring', 'Homework help'],
    words: [
      'tutor',
      'private teacher',
      'homework helper',
      'nachhilfe',
      'nachhilfelehrer',
      'profesor particular',
    ],
  },
  {
    means: ELDER_CARE,
    words: [
      ...['elder care', 'eldercare', 'elderly care', 'senior care', 'aged care'],
      ...['carer', 'elder carer', 'elder caregiver', 'elderly carer', 'elderly caregiver', 'senior carer'],
      ...[
        'senior caregiver',
        'companion',
        'home health aide',
        'dementia carer',
        'live-in carer',
        'care assistant',
      ],
      ...[
        'cuidadora',
        'cuidadora de ancianos',
        'cuidadora de mayores',
        'auxiliaire de vie',
        'aide à domicile',
      ],
      ...[
        'altenpfleger',
        'altenpflegerin',
        'pflegekraft',
        'seniorenbetreuung',
        'seniorenbetreuerin',
        'pflegerin',
      ],
      ...[
        'cuidadora de idosos',
        'cuidador de idosos',
        'badante',
        'сиделка',
        'رعاية المسنين',
        '护工',
        '介護士',
      ],
    ],
  },
  { means: ['newborn', ...ELDER_CARE, 'special_needs'], words: ['nurse', 'nursing'] },
  {
    means: ['special_needs'],
    words: [
      ...['special needs carer', 'special-needs carer', 'special needs caregiver', 'special needs nanny'],
      ...['special needs sitter', 'special needs babysitter', 'autism carer', 'autism caregiver'],
      ...['autism nanny', 'autism therapist', 'heilerziehungspfleger', 'schulbegleiter', 'respite carer'],
    ],
  },
  {
    means: ['pet'],
    words: [
      ...['dog sitter', 'dogsitter', 'dog sitting', 'pet sitter', 'petsitter', 'pet sitting', 'cat sitter'],
      ...[
        'cat sitting',
        'dog minder',
        'pet minder',
        'pet carer',
        'pet nanny',
        'dog nanny',
        'walker',
        'pet',
        'cat',
      ],
      ...['hundesitter', 'katzensitter', 'tiersitter', 'cuidador de perros', 'cuidadora de perros'],
      ...['garde de chien', 'garde d’animaux', 'ペットシッター'],
    ],
  },
  {
    means: ['Dog walking', 'Pet care'],
    words: [
      ...['dog walker', 'dogwalker', 'dog walking', 'gassigeher', 'hundeausführer', 'promeneur de chien'],
      ...['paseador de perros', 'paseadora de perros', 'passeador de cães', 'dogs walker', 'dog'],
    ],
  },
  {
    means: CLEANING,
    words: [
      ...['cleaner', 'house cleaner', 'home cleaner', 'cleaning lady', 'cleaning', 'house cleaning'],
      ...['home cleaning', 'charwoman', 'limpiadora', 'señora de limpieza', 'femme de ménage', 'putzfrau'],
      ...['putzhilfe', 'reinigungskraft', 'faxineira', 'donna delle pulizie', 'уборщица', '保洁', '清洁工'],
    ],
  },
  {
    means: HOUSEKEEPING,
    words: [
      ...['housekeeper', 'housekeeping', 'maid', 'house manager', 'household manager', 'domestic helper'],
      ...['home help', 'house help', 'househelp', 'laundress', 'empleada doméstica', 'asistenta'],
      ...['aide ménagère', 'gouvernante', 'haushaltshilfe', 'haushälterin', 'empregada doméstica', 'colf'],
      ...['домработница', 'خادمة', 'عاملة منزلية', 'kaamwali', 'kaam wali', '家政', '家政婦'],
    ],
  },
  { means: COOKING, words: ['chef', 'private chef', 'personal chef', 'family cook', 'köchin', 'cocinera'] },
  {
    means: ['Transportation', 'School pick-up and drop-off'],
    words: ['driver', 'chauffeur', 'school driver', 'chofer'],
  },
]

/**
 * A word in the form in which words are compared: in lower case, without accents, and with spaces for
 * hyphens.
 */
function toRoleKey(text: string): string {
  return foldText(text).replace(/[-‐‑]/g, ' ')
}

/** Letters and apostrophes that are no letter with an accent, in lower case, with those that `fold` writes. */
const FOLDED: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i', ŧ: 't', ŋ: 'n' },
  ...{ ĳ: 'ij', ĸ: 'q', ŀ: 'l', ŉ: "'n", ſ: 's', '’': "'", '‘': "'" },
}

/** The text in lower case and without accents, as the SQL function `fold` writes Latin letters. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{ASCII}]/gu, (letter) => FOLDED[letter] ?? letter)
}

const SKILLS_OF_ROLE: ReadonlyMap<string, readonly string[]> = new Map(
  ROLES.flatMap(({ means, words }) => {
    const skills = means.flatMap((one) => (one in SKILLS_OF_KIND ? SKILLS_OF_KIND[one as CareKind] : [one]))
    const skillKeys = [...skills, ...words].map((skill) => skill.toLowerCase())
    return words.map((word) => [toRoleKey(word), skillKeys] as const)
  }),
)

/** The words of all roles, as `toRoleKey` writes them. */
export const ROLE_KEYS: readonly string[] = [...SKILLS_OF_ROLE.keys()]

/**
 * The skills (in lower case, as profiles store their keys) one of which a caregiver of this role has. A
 * caregiver may also have entered the role itself as a skill.
 * @param text one or several words, such as "Night nannies"
 * @returns null if it is no role
 */
export function findRoleSkills(text: string): readonly string[] | null {
  const key = toRoleKey(text)
  return SKILLS_OF_ROLE.get(key) ?? SKILLS_OF_ROLE.get(key.replace(/s$/, '')) ?? null
}

/**
 * What a word that is still being typed may become. `isSure` says that it is no whole word yet, unlike
 * "house" ("house cleaner").
 */
export type BegunRole = { skills: readonly string[]; isSure: boolean }

/** The roles that begin with the text; null if none do. */
export function findBegunRole(text: string): BegunRole | null {
  const key = toRoleKey(text)
  const roles = ROLE_KEYS.filter((role) => role.startsWith(key))
  if (roles.length === 0) return null
  return {
    skills: [...new Set(roles.flatMap((role) => SKILLS_OF_ROLE.get(role) ?? []))],
    isSure: roles.every((role) => role[key.length] !== ' '),
  }
}
