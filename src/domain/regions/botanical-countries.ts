// Names the botanical countries of WGSRPD level 3, after the standard's second edition
// (https://github.com/tdwg/wgsrpd, tblLevel3).

/** Codes and names; one line per level 2 region. */
const COUNTRIES = [
  'DEN Denmark; FIN Finland; FOR Føroyar; GRB Great Britain; ICE Iceland; IRE Ireland; NOR Norway; SVA Svalbard; SWE Sweden',
  'AUT Austria; BGM Belgium; CZE Czechoslovakia; GER Germany; HUN Hungary; NET Netherlands; POL Poland; SWI Switzerland',
  'BAL Baleares; COR Corse; FRA France; POR Portugal; SAR Sardegna; SPA Spain',
  'ALB Albania; BUL Bulgaria; GRC Greece; ITA Italy; KRI Kriti; ROM Romania; SIC Sicilia; TUE Turkey-in-Europe; YUG Yugoslavia',
  'BLR Belarus; BLT Baltic States; KRY Krym; RUC Central European Russia; RUE East European Russia; RUN North European Russia; RUS South European Russia; RUW Northwest European Russia; UKR Ukraine',
  'ALG Algeria; EGY Egypt; LBY Libya; MOR Morocco; TUN Tunisia; WSA Western Sahara',
  'AZO Azores; CNY Canary Is.; CVI Cape Verde; MDR Madeira; SEL Selvagens',
  'BEN Benin; BKN Burkina; GAM Gambia, The; GHA Ghana; GNB Guinea-Bissau; GUI Guinea; IVO Ivory Coast; LBR Liberia; MLI Mali; MTN Mauritania; NGA Nigeria; NGR Niger; SEN Senegal; SIE Sierra Leone; TOG Togo',
  'BUR Burundi; CAB Cabinda; CAF Central African Republic; CMN Cameroon; CON Congo; EQG Equatorial Guinea; GAB Gabon; GGI Gulf of Guinea Is.; RWA Rwanda; ZAI Zaire',
  'CHA Chad; DJI Djibouti; ERI Eritrea; ETH Ethiopia; SOC Socotra; SOM Somalia; SUD Sudan',
  'KEN Kenya; TAN Tanzania; UGA Uganda',
  'ANG Angola; MLW Malawi; MOZ Mozambique; ZAM Zambia; ZIM Zimbabwe',
  'BOT Botswana; CPP Cape Provinces; CPV Caprivi Strip; LES Lesotho; NAM Namibia; NAT KwaZulu-Natal; OFS Free State; SWZ Swaziland; TVL Northern Provinces',
  'ASC Ascension; STH St.Helena',
  'ALD Aldabra; CGS Chagos Archipelago; COM Comoros; MAU Mauritius; MCI Mozambique Channel Is.; MDG Madagascar; REU Réunion; ROD Rodrigues; SEY Seychelles',
  'ALT Altay; BRY Buryatiya; CTA Chita; IRK Irkutsk; KRA Krasnoyarsk; TVA Tuva; WSB West Siberia; YAK Yakutskiya',
  'AMU Amur; KAM Kamchatka; KHA Khabarovsk; KUR Kuril Is.; MAG Magadan; PRM Primorye; SAK Sakhalin',
  'KAZ Kazakhstan; KGZ Kirgizistan; TKM Turkmenistan; TZK Tadzhikistan; UZB Uzbekistan',
  'NCS North Caucasus; TCS Transcaucasus',
  'AFG Afghanistan; CYP Cyprus; EAI East Aegean Is.; IRN Iran; IRQ Iraq; LBS Lebanon-Syria; PAL Palestine; SIN Sinai; TUR Turkey',
  'GST Gulf States; KUW Kuwait; OMA Oman; SAU Saudi Arabia; YEM Yemen',
  'CHC China South-Central; CHH Hainan; CHI Inner Mongolia; CHM Manchuria; CHN China North-Central; CHQ Qinghai; CHS China Southeast; CHT Tibet; CHX Xinjiang',
  'MON Mongolia',
  'JAP Japan; KOR Korea; KZN Kazan-retto; NNS Nansei-shoto; OGA Ogasawara-shoto; TAI Taiwan',
  'ASS Assam; BAN Bangladesh; EHM East Himalaya; IND India; LDV Laccadive Is.; MDV Maldives; NEP Nepal; PAK Pakistan; SRL Sri Lanka; WHM West Himalaya',
  'AND Andaman Is.; CBD Cambodia; LAO Laos; MYA Myanmar; NCB Nicobar Is.; SCS South China Sea; THA Thailand; VIE Vietnam',
  'BOR Borneo; CKI Cocos (Keeling) Is.; JAW Jawa; LSI Lesser Sunda Is.; MLY Malaya; MOL Maluku; PHI Philippines; SUL Sulawesi; SUM Sumatera; XMS Christmas I.',
  'BIS Bismarck Archipelago; NWG New Guinea; SOL Solomon Is.',
  'NFK Norfolk Is.; NSW New South Wales; NTA Northern Territory; QLD Queensland; SOA South Australia; TAS Tasmania; VIC Victoria; WAU Western Australia',
  'ATP Antipodean Is.; CTM Chatham Is.; KER Kermadec Is.; NZN New Zealand North; NZS New Zealand South',
  'FIJ Fiji; GIL Gilbert Is.; HBI Howland-Baker Is.; NRU Nauru; NUE Niue; NWC New Caledonia; PHX Phoenix Is.; SAM Samoa; SCZ Santa Cruz Is.; TOK Tokelau-Manihiki; TON Tonga; TUV Tuvalu; VAN Vanuatu; WAL Wallis-Futuna Is.',
  'COO Cook Is.; EAS Easter Is.; LIN Line Is.; MRQ Marquesas; PIT Pitcairn Is.; SCI Society Is.; TUA Tuamotu; TUB Tubuai Is.',
  'CRL Caroline Is.; MCS Marcus I.; MRN Marianas; MRS Marshall Is.; WAK Wake I.',
  'HAW Hawaii',
  'ALU Aleutian Is.; ASK Alaska; GNL Greenland; NUN Nunavut; NWT Northwest Territories; YUK Yukon',
  'ABT Alberta; BRC British Columbia; MAN Manitoba; SAS Saskatchewan',
  'LAB Labrador; NBR New Brunswick; NFL Newfoundland; NSC Nova Scotia; ONT Ontario; PEI Prince Edward I.; QUE Québec',
  'COL Colorado; IDA Idaho; MNT Montana; ORE Oregon; WAS Washington; WYO Wyoming',
  'ILL Illinois; IOW Iowa; KAN Kansas; MIN Minnesota; MSO Missouri; NDA North Dakota; NEB Nebraska; OKL Oklahoma; SDA South Dakota; WIS Wisconsin',
  'CNT Connecticut; INI Indiana; MAI Maine; MAS Massachusetts; MIC Michigan; NWH New Hampshire; NWJ New Jersey; NWY New York; OHI Ohio; PEN Pennsylvania; RHO Rhode I.; VER Vermont; WVA West Virginia',
  'ARI Arizona; CAL California; NEV Nevada; UTA Utah',
  'NWM New Mexico; TEX Texas',
  'ALA Alabama; ARK Arkansas; DEL Delaware; FLA Florida; GEO Georgia; KTY Kentucky; LOU Louisiana; MRY Maryland; MSI Mississippi; NCA North Carolina; SCA South Carolina; TEN Tennessee; VRG Virginia; WDC District of Columbia',
  'MXC Mexico Central; MXE Mexico Northeast; MXG Mexico Gulf; MXI Mexican Pacific Is.; MXN Mexico Northwest; MXS Mexico Southwest; MXT Mexico Southeast',
  'BLZ Belize; COS Costa Rica; CPI Central American Pacific Is.; ELS El Salvador; GUA Guatemala; HON Honduras; NIC Nicaragua; PAN Panamá',
  'ARU Aruba; BAH Bahamas; BER Bermuda; CAY Cayman Is.; CUB Cuba; DOM Dominican Republic; HAI Haiti; JAM Jamaica; LEE Leeward Is.; NLA Netherlands Antilles; PUE Puerto Rico; SWC Southwest Caribbean; TCI Turks-Caicos Is.; TRT Trinidad-Tobago; VNA Venezuelan Antilles; WIN Windward Is.',
  'FRG French Guiana; GUY Guyana; SUR Suriname; VEN Venezuela',
  'BOL Bolivia; CLM Colombia; ECU Ecuador; GAL Galápagos; PER Peru',
  'BZC Brazil West-Central; BZE Brazil Northeast; BZL Brazil Southeast; BZN Brazil North; BZS Brazil South',
  'AGE Argentina Northeast; AGS Argentina South; AGW Argentina Northwest; CLC Chile Central; CLN Chile North; CLS Chile South; DSV Desventurados Is.; JNF Juan Fernández Is.; PAR Paraguay; URU Uruguay',
  'ASP Amsterdam-St.Paul Is.; BOU Bouvet I.; CRZ Crozet Is.; FAL Falkland Is.; HMD Heard-McDonald Is.; KEG Kerguelen; MAQ Macquarie Is.; MPE Marion-Prince Edward Is.; SGE South Georgia; SSA South Sandwich Is.; TDC Tristan da Cunha',
  'ANT Antarctica',
];

const CODE = /^(?:WGSRPD|TDWG):\s*([A-Z]{3})$/i;

const names = new Map(COUNTRIES.flatMap((list) => list.split('; ')).map((each) => [each.slice(0, 3), each.slice(4)]));

/** The name for a code such as `TDWG:COS`. */
export function botanicalCountry(text: string): string | undefined {
  const code = CODE.exec(text)?.[1];
  return code && names.get(code.toUpperCase());
}
