import { useState } from 'react'
import { MonthYearSelect } from './month-year-select.tsx'

export default { component: MonthYearSelect }

export const Default = () => {
  const [month, setMonth] = useState('2026-09')
  return <MonthYearSelect month={month} onMonthChange={setMonth} />
}
