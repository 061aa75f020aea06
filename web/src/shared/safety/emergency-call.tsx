import { getEmergencyNumbers } from '@tendwell/contract/safety/emergency-numbers'
import { Phone } from 'lucide-react'
import { buttonClass } from '../../ui/button-style.ts'

/**
 * Says to call first in an emergency, with a link for each number where they are known.
 * @param isQuiet before and after a visit
 */
export function EmergencyCall({ country, isQuiet = false }: { country: string; isQuiet?: boolean }) {
  const numbers = getEmergencyNumbers(country)
  const words = <p className="font-semibold">In an emergency, call your local emergency number first.</p>
  if (numbers.length === 0) return words
  return (
    <div>
      {words}
      <ul aria-label={`Emergency numbers in ${country}`} className="mt-3 flex flex-col gap-3">
        {numbers.map(({ number, service }) => (
          <li key={number}>
            <a
              href={`tel:${number}`}
              className={buttonClass({
                variant: isQuiet ? 'secondary' : 'danger',
                size: 'large',
                block: true,
              })}
            >
              <Phone className="size-5 shrink-0" />
              {`Call ${number}${service && ` (${service})`}`}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
