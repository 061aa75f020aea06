import { type CareKind, SKILLS_OF_KIND, type Skill } from '@tendwell/contract/reference'

/** Skills that make a caregiver one for older people; others of that kind go with any care. */
const ELDER_CARE = ['Elder care', 'Dementia care', 'Companionship', 'Mobility assistance'] as const
/** Skills that make a caregiver a cleaner; cooking alone does not. */
const CLEANING = ['Light housekeeping', 'Deep cleaning', 'Laundry and ironing'] as const
const COOKING = ['Family cooking', 'Meal prep', 'Special diets and allergies'] as const
const HOUSEKEEPING = [...CLEANING, 'Household management'] as const

type Role = {
  /** What its caregivers are called in a sentence: "Showing nannies". */
  name: string
  means: readonly (CareKind | Skill)[]
  english: readonly string[]
  /** In the other languages of the profiles. */
  others: readonly string[]
}

const list = (words: string) => words.split(', ').filter(Boolean)

/**
 * What families call a caregiver, in the languages of the profiles, and what they mean: kinds of care, or
 * only some skills. A final "s" is understood with each word.
 * @see docs/rules/profiles-and-files.md#roles
 */
const ROLES: readonly Role[] = [
  {
    name: 'babysitters',
    means: ['child'],
    english: list(
      'babysitter, baby sitter, babysitting, baby sitting, sitter, childminder, child minder, au pair, aupair, ' +
        'governess, mother’s helper, mothers helper, preschool teacher',
    ),
    others: list(
      'canguro, nounou de jour, fille au pair, gouvernante d’enfants, babysitterin, tagesmutter, tagesmütter, ' +
        'tagesvater, tagesmama, kinderbetreuerin, baby sitteuse, جليسة أطفال, جليسة اطفال, бебиситтер, ' +
        'ベビーシッター, 育儿嫂',
    ),
  },
  {
    name: 'nannies',
    means: ['child', 'newborn'],
    english: list('nanny, nannies, nannying, nursemaid, childcare, child care, day care, daycare'),
    others: list(
      'ayah, aaya, آیا, आया, niñera, niñero, cuidadora de niños, nounou, nourrice, assistante maternelle, assmat, ' +
        'garde d’enfants, garde d’enfant, kindermädchen, kinderfrau, kinderbetreuung, babá, ama seca, bambinaia, ' +
        'tata, няня, мамка, مربية, مربيه, مربية أطفال, مربية اطفال, حاضنة, دادة, 保姆, 保母, 阿姨, 奶妈, 乳母, ナニー',
    ),
  },
  {
    name: 'caregivers for children',
    means: ['child', 'newborn', 'special_needs'],
    english: list('child, children, kid'),
    others: list('kinder, niños, enfants'),
  },
  {
    name: 'newborn specialists',
    means: ['newborn'],
    english: list(
      'baby nurse, newborn nurse, maternity nurse, newborn specialist, newborn care specialist, midwife',
    ),
    others: list(
      'hebamme, sage-femme, partera, puéricultrice, japa maid, japa, 月嫂, säuglingsschwester, ostetrica, parteira, ' +
        'акушерка, قابلة',
    ),
  },
  {
    name: 'night nannies',
    means: ['Night nanny'],
    english: list(
      'night nanny, night nannies, night nurse, night sitter, overnight nanny, overnight nurse, overnight nannies, ' +
        'overnight sitter',
    ),
    others: list(
      'nachtschwester, nachtnanny, nounou de nuit, niñera nocturna, niñera de noche, babá noturna, tata notturna, ' +
        'ночная няня',
    ),
  },
  {
    name: 'travel nannies',
    means: ['Travel nanny'],
    english: list('travel nanny, travel nannies, traveling nanny'),
    others: [],
  },
  {
    name: 'doulas',
    means: ['Birth doula support', 'Postpartum support', 'Postnatal recovery'],
    english: list('doula, postpartum nurse, postnatal nurse'),
    others: list('mütterpflegerin'),
  },
  {
    name: 'lactation consultants',
    means: ['Lactation support', 'Breastfeeding support'],
    english: list('lactation consultant, lactation specialist, breastfeeding consultant'),
    others: list('stillberaterin, conseillère en lactation, asesora de lactancia'),
  },
  {
    name: 'sleep coaches',
    means: ['Sleep training'],
    english: list('sleep consultant, sleep coach, sleep trainer'),
    others: [],
  },
  {
    name: 'tutors',
    means: ['Tutoring', 'Homework help'],
    english: list('tutor, private teacher, homework helper'),
    others: list(
      'nachhilfe, nachhilfelehrer, profesor particular, soutien scolaire, professeur particulier, репетитор, 家教',
    ),
  },
  {
    name: 'elder carers',
    means: ELDER_CARE,
    english: list(
      'elder care, eldercare, elderly care, senior care, aged care, carer, elder carer, elder caregiver, ' +
        'elderly carer, elderly caregiver, senior carer, senior caregiver, companion, home health aide, ' +
        'dementia carer, live-in carer, care assistant',
    ),
    others: list(
      'cuidadora, cuidadora de ancianos, cuidadora de mayores, auxiliaire de vie, aide à domicile, altenpfleger, ' +
        'altenpflegerin, pflegekraft, seniorenbetreuung, seniorenbetreuerin, pflegerin, cuidadora de idosos, ' +
        'cuidador de idosos, badante, сиделка, رعاية المسنين, 护工, 介護士',
    ),
  },
  {
    name: 'nurses',
    means: ['newborn', ...ELDER_CARE, 'special_needs'],
    english: list('nurse, nursing'),
    others: [],
  },
  {
    name: 'special needs carers',
    means: ['special_needs'],
    english: list(
      'special needs carer, special-needs carer, special needs caregiver, special needs nanny, ' +
        'special needs sitter, special needs babysitter, autism carer, autism caregiver, autism nanny, ' +
        'autism therapist, respite carer',
    ),
    others: list('heilerziehungspfleger, schulbegleiter'),
  },
  {
    name: 'pet sitters',
    means: ['pet'],
    english: list(
      'dog sitter, dogsitter, dog sitting, pet sitter, petsitter, pet sitting, cat sitter, cat sitting, ' +
        'dog minder, pet minder, pet carer, pet nanny, dog nanny, walker, pet, cat',
    ),
    others: list(
      'hundesitter, katzensitter, tiersitter, cuidador de perros, cuidadora de perros, garde de chien, ' +
        'garde d’animaux, ペットシッター',
    ),
  },
  {
    name: 'dog walkers',
    means: ['Dog walking', 'Pet care'],
    english: list('dog walker, dogwalker, dog walking, dogs walker, dog'),
    others: list(
      'gassigeher, hundeausführer, promeneur de chien, paseador de perros, paseadora de perros, passeador de cães',
    ),
  },
  {
    name: 'cleaners',
    means: CLEANING,
    english: list(
      'cleaner, house cleaner, home cleaner, cleaning lady, cleaning, house cleaning, home cleaning, charwoman',
    ),
    others: list(
      'limpiadora, señora de limpieza, femme de ménage, putzfrau, putzhilfe, reinigungskraft, faxineira, ' +
        'donna delle pulizie, уборщица, عاملة نظافة, 保洁, 清洁工',
    ),
  },
  {
    name: 'housekeepers',
    means: HOUSEKEEPING,
    english: list(
      'housekeeper, housekeeping, maid, house manager, household manager, domestic helper, home help, ' +
        'house help, househelp, laundress',
    ),
    others: list(
      'empleada doméstica, asistenta, aide ménagère, gouvernante, haushaltshilfe, haushälterin, ' +
        'empregada doméstica, colf, домработница, خادمة, عاملة منزلية, kaamwali, kaam wali, 家政, 家政婦',
    ),
  },
  {
    name: 'cooks',
    means: COOKING,
    english: list('chef, private chef, personal chef, family cook'),
    others: list('köchin, cocinera, cuisinière, cozinheira'),
  },
  {
    name: 'drivers',
    means: ['Transportation', 'School pick-up and drop-off'],
    english: list('driver, chauffeur, school driver'),
    others: list('chofer'),
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

/** A role as a search text names it. */
export type FoundRole = {
  /** In lower case, as profiles store their keys; a caregiver of the role has one of them. */
  skills: readonly string[]
  /** What its caregivers are called in English, if the text names them in another language. */
  translation: string | null
}

const FOUND_ROLES: ReadonlyMap<string, FoundRole> = new Map(
  ROLES.flatMap(({ name, means, english, others }) => {
    const meant = means.flatMap((one) => (one in SKILLS_OF_KIND ? SKILLS_OF_KIND[one as CareKind] : [one]))
    // A caregiver may also have entered the role itself as a skill.
    const skills = [...meant, ...english, ...others].map((skill) => skill.toLowerCase())
    const toEntries = (words: readonly string[], translation: string | null) =>
      words.map((word): [string, FoundRole] => [toRoleKey(word), { skills, translation }])
    return [...toEntries(english, null), ...toEntries(others, name)]
  }),
)

/** The words of all roles, as `toRoleKey` writes them. */
export const ROLE_KEYS: readonly string[] = [...FOUND_ROLES.keys()]

/**
 * The role of that name.
 * @param text one or several words, such as "Night nannies"
 * @returns null if it is no role
 */
export function findRole(text: string): FoundRole | null {
  const key = toRoleKey(text)
  return FOUND_ROLES.get(key) ?? FOUND_ROLES.get(key.replace(/s$/, '')) ?? null
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
    skills: [...new Set(roles.flatMap((role) => FOUND_ROLES.get(role)?.skills ?? []))],
    isSure: roles.every((role) => role[key.length] !== ' '),
  }
}
