// Names for made-up people, and the addresses their directories would give them.
const words = (text: string) => text.trim().split(/\s+/)

export const GIVEN_NAMES = words(`
  Aaliyah Adrián Aiko Alasdair Amara Anders Anh Aoife Arjun Astrid Ayşe Beatriz Björn Bogdan Callum
  Chiamaka Chloé Dagný Dario Deepa Dmytro Ebony Eilidh Emeka Esther Fatima Florin François Freya
  Gabriela Giorgos Grzegorz Hana Harriet Hassan Hiroshi Ifeoma Imran Inés Ioana Jamal Jana Jesús Jiří
  Joanna Kaito Kateryna Khadija Kofi Lars Leila Łukasz Lwazi Mads Malik Marguerite Mateus Mei Mihai
  Nadia Naoki Ngozi Nils Noor Olga Omar Østen Paolo Petra Rahul Renée Rosa Ruth Samira Saoirse Siân
  Søren Tariq Tendai Thandiwe Tuấn Uma Valentina Wanjiru Wei Yara Yusuf Zofia Zoë`)

export const FAMILY_NAMES = words(`
  Abernathy Achterberg Adeyemi Álvarez Andersson Baptiste Barzani Bianchi Błaszczyk Cavendish Chaudhry
  Çelik Dąbrowski Delacroix Dimitriou Eze Fairweather Ferreira Fitzgerald Fukuda García Gebremariam
  Grünewald Haddad Hakimi Hansen Holloway Horváth Ibrahim Iyer Jónsdóttir Kaplan Kimani Kovačević
  Kowalczyk Larsen Le Mahlangu Marchetti McAllister Mensah Moreau Muñoz Nakamura Ndlovu Nguyễn Novák
  Nyström O’Connell Oduya Olsen Ortega Özdemir Papadakis Patel Pereira Petrović Popescu Qureshi
  Rasmussen Rao Rosenthal Saito Sánchez Schäfer Shevchenko Sithole Ståhl Tanaka Thórarinsson Tran
  Umarov Vandenberghe Varga Whitlock Yamamoto Yıldız Zawadzki Zhang`)

// Letters that do not come apart into a plain letter and a mark.
const PLAIN: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ı: 'i', ß: 'ss', æ: 'ae', ð: 'd', þ: 'th' }

/** As a directory would write it in an address: `Łukasz O’Connell` → `lukasz.oconnell`. */
export const mailName = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z ]/g, letter => PLAIN[letter] ?? '')
    .replaceAll(' ', '.')
